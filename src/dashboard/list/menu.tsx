import { type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react';

interface MenuProps {
  readonly label: string;
  /** Small text in the button, such as a number of choices. */
  readonly badge?: string | undefined;
  readonly children: ReactNode;
}

/** CSS pixels: `.menu__panel` in list.css. */
const panelWidth = 300;

/** CSS pixels that a panel keeps to the edges of the window. */
const margin = 8;

/**
 * A button that opens a panel. The panel is a popover: the browser closes it on Escape and on a
 * press outside, returns the focus, and shows it above everything, so that nothing cuts it off.
 */
export function Menu({ label, badge, children }: MenuProps) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  const place = usePlace(button, panel, isOpen);
  return (
    <>
      <button
        ref={button}
        type="button"
        className="button menu__button"
        popoverTarget={id}
        aria-expanded={isOpen}
      >
        {label}
        {badge !== undefined && <span className="menu__badge">{badge}</span>}
      </button>
      <div
        ref={panel}
        id={id}
        popover="auto"
        className="menu__panel"
        role="group"
        aria-label={label}
        onBeforeToggle={place}
        onToggle={(event) => setOpen(event.newState === 'open')}
        onKeyDown={moveFocus}
      >
        {children}
      </div>
    </>
  );
}

/** @returns what puts the panel to its button, which moves where the page scrolls */
function usePlace(
  button: RefObject<HTMLElement | null>,
  panel: RefObject<HTMLElement | null>,
  isOpen: boolean,
): () => void {
  // Of the same refs at every render.
  const place = (): void => {
    if (button.current && panel.current) placeBelow(button.current, panel.current);
  };
  useEffect(() => {
    if (!isOpen) return undefined;
    // A phone would cover half of the menu with its keyboard.
    if (matchMedia('(pointer: fine)').matches) panel.current?.querySelector('input')?.focus();
    addEventListener('scroll', place, { passive: true });
    addEventListener('resize', place);
    return () => {
      removeEventListener('scroll', place);
      removeEventListener('resize', place);
    };
  }, [isOpen]);
  return place;
}

/** Within the window, whatever its width. */
function placeBelow(button: HTMLElement, panel: HTMLElement): void {
  const { left, bottom } = button.getBoundingClientRect();
  const maxLeft = innerWidth - Math.min(panelWidth, innerWidth - 2 * margin) - margin;
  panel.style.left = `${Math.max(margin, Math.min(left, maxLeft))}px`;
  panel.style.top = `${bottom + 4}px`;
  panel.style.maxHeight = `${innerHeight - bottom - 4 - margin}px`;
}

/**
 * The arrows go from option to option, as in the menus of the system; radio buttons do so by
 * themselves.
 */
function moveFocus(event: React.KeyboardEvent<HTMLElement>): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  const { target } = event;
  if (step === 0 || (target instanceof HTMLInputElement && target.type === 'radio')) return;
  const inputs = [...event.currentTarget.querySelectorAll('input')];
  const at = inputs.findIndex((input) => input === target);
  inputs[(at + step + inputs.length) % inputs.length]?.focus();
  event.preventDefault();
}
