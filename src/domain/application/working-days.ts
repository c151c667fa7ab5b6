/** Working days are Monday to Friday; public holidays are not counted out. */

/** The date `days` working days after another, both `YYYY-MM-DD`. */
export function addWorkingDays(date: string, days: number): string {
  const day = new Date(`${date}T00:00:00Z`);
  for (let left = days; left > 0; ) {
    day.setUTCDate(day.getUTCDate() + 1);
    if (day.getUTCDay() % 6 !== 0) left -= 1;
  }
  return day.toISOString().slice(0, 10);
}
