import type { ScreenPageQuery, ScreenStatus } from '../generated/graphql.js';

type Screen = NonNullable<NonNullable<ScreenPageQuery['screens']>['edges'][number]['node']>;

const statusNames: Readonly<Record<ScreenStatus, string>> = {
  ONLINE: 'Online',
  OFFLINE: 'Offline',
  UNPAIRED: 'Unpaired',
  // A status that the Partner API has added since.
  UNRECOGNIZED: 'Other',
};

/** One screen: a drawing of its shape, its name, and what it plays in short. */
export function ScreenCard({ screen }: { readonly screen: Screen }) {
  const { name, status, viewport, itemCount, totalDurationSeconds } = screen;
  return (
    <li className="card">
      <Shape screen={screen} />
      <div>
        <h2>{name}</h2>
        <p className={`status status--${status.toLowerCase()}`}>{statusNames[status]}</p>
        <p className="detail">
          {viewport && <span>{`${viewport.width} × ${viewport.height}`}</span>}
          <span>{itemCount === 1 ? '1 item' : `${itemCount} items`}</span>
          <span>{minutes(totalDurationSeconds)}</span>
        </p>
      </div>
    </li>
  );
}

/** Pixels of the longer side. */
const shapeSize = 44;

function Shape({ screen: { viewport, orientation } }: { readonly screen: Screen }) {
  const { width, height } = viewport ?? { width: 16, height: 9 };
  const isUpright = orientation?.startsWith('PORTRAIT') ?? height > width;
  const short = (shapeSize * Math.min(width, height)) / Math.max(width, height);
  const size = isUpright
    ? { width: short, height: shapeSize }
    : { width: shapeSize, height: short };
  return (
    <div className="shape" aria-hidden="true">
      <span style={size} />
    </div>
  );
}

function minutes(duration: number): string {
  const seconds = Math.round(duration);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')} min`;
}
