/** The office's working days: Monday to Friday without public holidays. Dates are `YYYY-MM-DD`. */
import { HOLIDAYS } from '../../content/holidays.ts';

function isWorkingDay(date: string): boolean {
  const weekday = new Date(`${date}T00:00:00Z`).getUTCDay();
  return weekday % 6 !== 0 && !HOLIDAYS.yearly.includes(date.slice(5)) && !HOLIDAYS.once.includes(date);
}

/** The date that many working days later; the date itself for 0. */
export function addWorkingDays(date: string, days: number): string {
  const day = new Date(`${date}T00:00:00Z`);
  const text = () => day.toISOString().slice(0, 10);
  for (let left = days; left > 0; ) {
    day.setUTCDate(day.getUTCDate() + 1);
    if (isWorkingDay(text())) left -= 1;
  }
  return text();
}
