import type { SessionCalendar } from '@candor/domain/calc/session-hours';

const dayMinutes = 1_440;
const days = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

/** Returns an exchange's weekly sessions in its own time, as "Sun 17:00"; empty if it trades at all hours. */
export function weeklySessions(calendar: SessionCalendar | null): {
  sessions: { opens: string; closes: string }[];
  zone: string;
} {
  const sessions = (calendar?.windows ?? []).map(([from, to]) => ({ opens: timeText(from), closes: timeText(to) }));
  return { sessions, zone: calendar?.zone ?? '' };
}

function timeText(minutes: number): string {
  const two = (value: number) => String(value).padStart(2, '0');
  const ofDay = minutes % dayMinutes;
  return `${days[Math.floor(minutes / dayMinutes) % 7] ?? ''} ${two(Math.floor(ofDay / 60))}:${two(ofDay % 60)}`;
}
