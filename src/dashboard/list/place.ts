/** What is known of a place in a list: its record, or why there is none. */
export type Place<Row> = Row | 'unread' | 'failed' | 'unreadable' | 'hidden';

/** Whether a place has a record. */
export const isRow = <Row extends object>(place: Place<Row>): place is Row => typeof place === 'object';

/** What stands in the place of a record that could not be read, or that the Partner API does not give. */
export const placeWords = {
  failed: 'Not read.',
  unreadable: 'This record could not be read.',
  hidden: 'Not visible to this credential.',
} as const;
