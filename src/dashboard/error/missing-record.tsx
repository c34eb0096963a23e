import { ViewFrame } from '../component/view-frame.js';

interface MissingRecordProps {
  /** The noun, such as `screen`. */
  readonly what: string;
  readonly id: string;
  /** The list that has those that exist. */
  readonly list: { readonly href: string; readonly label: string };
}

/** The page of a record that does not exist; `isMissing` of read-error.ts tells. */
export function MissingRecord({ what, id, list }: MissingRecordProps) {
  return (
    <ViewFrame title={`No such ${what}`} back={list} errors={[]} retry={() => undefined} isBusy={false}>
      <p className="missing-record">
        This organization has no {what} with the id <code>{id}</code>.
      </p>
    </ViewFrame>
  );
}
