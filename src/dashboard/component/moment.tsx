import { AgoTime } from './ago-time.js';
import { formatDateTime } from './format.js';

/** A moment in the visitor's time zone, and how long ago it was. */
export const Moment = ({ at }: { readonly at: string }) => (
  <>
    {formatDateTime(at)} <AgoTime at={at} />
  </>
);
