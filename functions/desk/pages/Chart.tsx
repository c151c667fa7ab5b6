/** A bar chart as SVG. What it shows stands in a table too, for who does not see it. */
import type { Office } from '../request/office.ts';

interface ChartProps {
  office: Office;
  bars: readonly { /** `YYYY-MM-DD` */ day: string; count: number }[];
}

const WIDTH = 720;
const HEIGHT = 200;
const BELOW = 24;
const ABOVE = 20;
/** Of a bar's place. */
const GAP = 0.25;
/** Labels that fit beside each other. */
const LABELS = 8;

export function Chart({ office: { t, clock }, bars }: ChartProps) {
  if (bars.length === 0) return <p className="empty">{t('stats.none')}</p>;
  const most = Math.max(1, ...bars.map(({ count }) => count));
  const place = WIDTH / bars.length;
  const every = Math.ceil(bars.length / LABELS);
  const height = (count: number) => (count / most) * (HEIGHT - BELOW - ABOVE);
  return (
    <figure className="chart">
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={t('stats.chart', { most })}>
        <line x1="0" x2={WIDTH} y1={HEIGHT - BELOW} y2={HEIGHT - BELOW} className="chart__axis" />
        {bars.map(({ day, count }, at) => {
          const x = place * (at + GAP / 2);
          const middle = place * (at + 0.5);
          return (
            <g key={day}>
              <rect
                className="chart__bar"
                {...{ x, y: HEIGHT - BELOW - height(count), rx: 2 }}
                {...{ width: place * (1 - GAP), height: height(count) }}
              />
              {count > 0 && (
                <text x={middle} y={HEIGHT - BELOW - height(count) - 5} textAnchor="middle">
                  {count}
                </text>
              )}
              {at % every === 0 && (
                <text x={middle} y={HEIGHT - 6} textAnchor="middle">
                  {`${day.slice(8)}.${day.slice(5, 7)}`}
                </text>
              )}
            </g>
          );
        })}
      </svg>
      <details>
        <summary>{t('stats.asTable')}</summary>
        <table>
          <tbody>
            {bars.map(({ day, count }) => (
              <tr key={day}>
                <th scope="row">{clock.day(day)}</th>
                <td>{count}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  );
}
