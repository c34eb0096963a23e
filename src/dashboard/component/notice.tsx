import type { ReactNode } from 'react';

export interface NoticeProps {
  /** `bad` for failures, `wait` for what passes by itself, `calm` for what is simply so. */
  readonly tone: 'bad' | 'wait' | 'calm';
  readonly title: string;
  readonly children?: ReactNode;
  /** Buttons and links. */
  readonly actions?: ReactNode;
}

/** A message in its place: a title, a sentence, and what can be done. */
export function Notice({ tone, title, children, actions }: NoticeProps) {
  return (
    <section className={`notice notice--${tone}`}>
      <svg viewBox="0 0 20 20" aria-hidden="true" className="notice__sign">
        <path d={signs[tone]} />
      </svg>
      <div className="notice__text">
        <p className="notice__title">{title}</p>
        {children}
      </div>
      {actions && <div className="notice__actions">{actions}</div>}
    </section>
  );
}

/** A shape for each tone, because colour alone must not carry the meaning. */
const signs: Readonly<Record<NoticeProps['tone'], string>> = {
  bad: 'M10 3L18 17H2ZM10 8.500v4M10 14.800v.2',
  wait: 'M10 2.500a7.500 7.500 0 1 0 0 15a7.500 7.500 0 0 0 0-15ZM10 6v4.200l2.800 1.800',
  calm: 'M5.500 9h9v8h-9ZM7.500 9V6.500a2.500 2.500 0 0 1 5 0V9',
};
