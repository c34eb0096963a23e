/** Next.js shows this while the page reads. */
export default function Loading() {
  return <p role="status">Loading screens…</p>;
}
