/** The `#` of the address is the view, so this link moves the focus itself. */
export function SkipLink() {
  return (
    <a
      className="skip"
      href={location.hash}
      onClick={(event) => {
        event.preventDefault();
        document.querySelector('h1')?.focus();
      }}
    >
      Skip to content
    </a>
  );
}
