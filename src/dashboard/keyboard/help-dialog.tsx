import { useEffect, useRef, useState } from 'react';
import { deeds, jumps, type Shortcut, shortcutsAreOn, turnShortcuts } from './shortcut.js';
import '../style/keyboard.css';

/** Keys that lists listen to. */
const listKeys: readonly Shortcut[] = [
  { keys: ['/'], title: 'Search' },
  { keys: ['j'], title: 'Next row' },
  { keys: ['k'], title: 'Row before' },
  { keys: ['Enter'], title: 'Open the row' },
];

/**
 * Shows all keys. The native dialog keeps the focus inside, closes on Escape, and gives the focus
 * back.
 */
export function HelpDialog({ close }: { readonly close: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog
      ref={dialog}
      className="help"
      aria-labelledby="help-title"
      onClose={close}
      onClick={(event) => {
        // Only the backdrop is the dialog itself: its content fills it.
        if (event.target === dialog.current) dialog.current.close();
      }}
    >
      <div className="help__content">
        <header className="help__head">
          <h2 id="help-title">Keyboard</h2>
          <button type="button" className="button" onClick={() => dialog.current?.close()}>
            Close
          </button>
        </header>
        <div className="help__groups">
          <KeyGroup title="Go to" shortcuts={jumps} />
          <KeyGroup title="Lists" shortcuts={listKeys} />
          <KeyGroup title="Page" shortcuts={deeds} />
        </div>
        <Switch />
      </div>
    </dialog>
  );
}

function KeyGroup({
  title,
  shortcuts,
}: {
  readonly title: string;
  readonly shortcuts: readonly Shortcut[];
}) {
  return (
    <section>
      <h3 className="help__title">{title}</h3>
      <dl className="help__keys">
        {shortcuts.map((shortcut) => (
          <div key={shortcut.title}>
            <dt>{shortcut.title}</dt>
            <dd>
              {shortcut.keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Switch() {
  const [isOn, setIsOn] = useState(shortcutsAreOn);
  return (
    <label className="help__switch">
      <input
        type="checkbox"
        checked={isOn}
        onChange={({ target }) => {
          turnShortcuts(target.checked);
          setIsOn(target.checked);
        }}
      />
      Single keys are shortcuts
    </label>
  );
}
