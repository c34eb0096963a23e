/** What the browser keeps under a name; null where there is nothing, or where it refuses the page its storage. */
export function readStored(name: string): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

/** Keeps a text under a name, null for none. Where the browser refuses, it is forgotten with the page. */
export function writeStored(name: string, text: string | null): void {
  try {
    if (text === null) localStorage.removeItem(name);
    else localStorage.setItem(name, text);
  } catch {
    // Forgotten.
  }
}
