/** A station with its screens; the stations cover many time zones. */
interface Station {
  readonly name: string;
  readonly timezone: string;
  readonly spots: readonly string[];
}

export interface Place {
  readonly name: string;
  readonly timezone: string;
  readonly description: string;
}

const german = [
  'Gleis # links',
  'Gleis # rechts',
  'Haupthalle Nord',
  'Vorplatz Abfahrtstafel',
  'Reisezentrum Schalter #',
  'Kaffeebar Menütafel',
  'Aufzug Ebene −#',
  'Übergang zur U-Bahn',
];
const english = [
  'Platform # north',
  'Platform # south',
  'Main concourse',
  'Ticket hall desk #',
  'Coffee bar menu',
  'Taxi rank',
  'Lift to level #',
  'Waiting room',
];
const french = [
  'Voie # gauche',
  'Voie # droite',
  'Hall principal',
  'Guichet #',
  'Salon grand voyageur',
  'Parvis',
];
const portuguese = [
  'Linha # norte',
  'Linha # sul',
  'Átrio central',
  'Bilheteira #',
  'Café',
  'Saída para o metro',
];
const japanese = ['#番線 北', '#番線 南', '中央改札', 'みどりの窓口 #', '待合室', '東口'];
const bakery = ['Theke', 'Schaufenster #', 'Café-Ecke', 'Kasse #', 'Drive-in'];

const stations: readonly Station[] = [
  { name: 'Berlin Hbf', timezone: 'Europe/Berlin', spots: german },
  { name: 'London King’s Cross', timezone: 'Europe/London', spots: english },
  { name: 'Hamburg-Altona', timezone: 'Europe/Berlin', spots: german },
  { name: 'Paris Gare de Lyon', timezone: 'Europe/Paris', spots: french },
  { name: 'München Ost', timezone: 'Europe/Berlin', spots: german },
  { name: 'New York Penn Station', timezone: 'America/New_York', spots: english },
  { name: 'Wien Meidling', timezone: 'Europe/Vienna', spots: german },
  { name: 'Tōkyō Shinjuku', timezone: 'Asia/Tokyo', spots: japanese },
  { name: 'Zürich HB', timezone: 'Europe/Zurich', spots: german },
  { name: 'Lisboa Oriente', timezone: 'Europe/Lisbon', spots: portuguese },
  { name: 'Köln Messe/Deutz', timezone: 'Europe/Berlin', spots: german },
  { name: 'Sydney Central', timezone: 'Australia/Sydney', spots: english },
  { name: 'Bruxelles-Midi', timezone: 'Europe/Brussels', spots: french },
  { name: 'Los Angeles Union Station', timezone: 'America/Los_Angeles', spots: english },
  { name: 'Mumbai CSMT', timezone: 'Asia/Kolkata', spots: english },
  { name: 'São Paulo Luz', timezone: 'America/Sao_Paulo', spots: portuguese },
  { name: 'Kathmandu Bus Park', timezone: 'Asia/Kathmandu', spots: english },
  { name: 'Edinburgh Waverley', timezone: 'Europe/London', spots: english },
  { name: 'Genève-Cornavin', timezone: 'Europe/Zurich', spots: french },
  { name: 'Leipzig Hbf', timezone: 'Europe/Berlin', spots: german },
];

const shops: readonly Station[] = ['Am Markt', 'Südvorstadt', 'Neustadt', 'Blaues Wunder'].map(
  (name) => ({
    name: `Kornblume ${name}`,
    timezone: 'Europe/Berlin',
    spots: bakery,
  }),
);

/**
 * The place of the screen at an index: stations in turn, and at each station the next spot.
 *
 * @param organization 0 for the railway, 1 for the bakery
 */
export function findPlace(organization: number, index: number): Place {
  const network = organization === 0 ? stations : shops;
  const round = Math.floor(index / network.length);
  const station = network[index % network.length];
  const spot = station?.spots[round % station.spots.length];
  if (!station || spot === undefined) throw new RangeError(`No place has the index ${index}`);
  const lap = Math.floor(round / station.spots.length);
  const unnumbered = lap === 0 ? spot : `${spot} ${lap + 1}`;
  const numbered = spot.includes('#') ? spot.replace('#', String(round + 1)) : unnumbered;
  return {
    name: `${station.name} – ${numbered}`,
    timezone: station.timezone,
    description: `${station.name}, ${numbered}: mounted at ${2 + (index % 3)} m, power from circuit ${round + 1}.`,
  };
}
