/** A bar chart as SVG, with the same numbers in a table. */
import { Table, useOffice } from './ui.tsx';

const WIDTH = 720;
const HEIGHT = 200;
const MARGIN_BOTTOM = 24;
const MARGIN_TOP = 20;
/** Share of a bar's width. */
const GAP = 0.25;
/** Labels that fit below the bars. */
const MAX_LABELS = 8;

interface Bar {
  /** `YYYY-MM-DD` */
  day: string;
  count: number;
}

export function Chart({ bars }: { bars: readonly Bar[] }) {
  const { t, clock } = useOffice();
  const max = Math.max(1, ...bars.map(({ count }) => count));
  const place = WIDTH / bars.length;
  const every = Math.ceil(bars.length / MAX_LABELS);
  const base = HEIGHT - MARGIN_BOTTOM;
  const label = (key: string, x: number, y: number, text: string | number) => (
    <text {...{ key, x, y, textAnchor: 'middle' }}>{text}</text>
  );
  return (
    <figure className="chart">
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={t('stats.chart', { most: max })}>
        <line x1="0" x2={WIDTH} y1={base} y2={base} />
        {bars.map(({ day, count }, index) => {
          const height = (count / max) * (base - MARGIN_TOP);
          const bar = { x: place * (index + GAP / 2), y: base - height, width: place * (1 - GAP), height };
          const middle = place * (index + 0.5);
          return [
            <rect key={day} {...bar} rx={2} />,
            count > 0 && label(`${day} count`, middle, base - height - 5, count),
            index % every === 0 && label(`${day} day`, middle, HEIGHT - 6, `${day.slice(8)}.${day.slice(5, 7)}`),
          ];
        })}
      </svg>
      <details>
        <summary>{t('stats.asTable')}</summary>
        <Table label={t('stats.received')} head={[t('stats.from'), t('stats.all')]}>
          {bars.map(({ day, count }) => (
            <tr key={day}>
              <th scope="row">{clock.day(day)}</th>
              <td>{count}</td>
            </tr>
          ))}
        </Table>
      </details>
    </figure>
  );
}
