import { CopyId } from './copy-id.js';
import { Fact } from './fact.js';
import { Moment } from './moment.js';

interface RecordFactsProps {
  readonly id: string;
  /** Undefined where the record itself could not be read. */
  readonly record: { readonly createdAt: string; readonly updatedAt: string } | undefined;
}

/** What every record has. */
export const RecordFacts = ({ id, record }: RecordFactsProps) => (
  <>
    {record && (
      <>
        <Fact term="Updated">
          <Moment at={record.updatedAt} />
        </Fact>
        <Fact term="Created">
          <Moment at={record.createdAt} />
        </Fact>
      </>
    )}
    <Fact term="Id">
      <CopyId id={id} />
    </Fact>
  </>
);
