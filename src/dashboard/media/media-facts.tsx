import { Fact, Facts } from '../component/fact.js';
import { formatBytes, formatDuration, formatEnum, formatSize } from '../component/format.js';
import { Panel } from '../component/panel.js';
import { RecordFacts } from '../component/record-facts.js';
import type { MediaFileQuery } from '../generated/graphql.js';

export type File = NonNullable<MediaFileQuery['mediaItem']>;

/** What the Partner API knows of a file. */
export function MediaFacts({ file }: { readonly file: File }) {
  const { id, type, mimeType, sizeBytes, defaultDurationSeconds } = file;
  return (
    <Panel title="Details">
      <Facts>
        <Fact term="Type">
          {formatEnum(type)} {mimeType !== null && <span className="muted">{mimeType}</span>}
        </Fact>
        <Fact term="Dimensions">{formatSize(file) || null}</Fact>
        <Fact term="Size">{sizeBytes === null ? null : formatBytes(sizeBytes)}</Fact>
        <Fact term="Plays for">
          {defaultDurationSeconds === null ? null : (
            <>
              {formatDuration(defaultDurationSeconds)}{' '}
              <span className="muted">unless an item says otherwise</span>
            </>
          )}
        </Fact>
        <RecordFacts id={id} record={file} />
      </Facts>
    </Panel>
  );
}
