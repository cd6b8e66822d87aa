import { useEffect, useState } from 'preact/hooks';
import { filled, type Language, type Texts } from './texts/index.ts';

/** The time, again every second, for what is told as an age. */
export function useNow(): number {
  const [nowMs, setNowMs] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  return nowMs;
}

export const agoIn = (t: Texts, ms: number): string => inUnit(t.ago, ms);
export const spanIn = (t: Texts, ms: number): string => inUnit(t.span, ms);

function inUnit(words: Texts['ago'], ms: number): string {
  const s = Math.max(0, Math.round(ms / 1_000));
  if (s < 100) return filled(words.s, { n: s });
  if (s < 6_000) return filled(words.min, { n: Math.round(s / 60) });
  if (s < 172_800) return filled(words.h, { n: Math.round(s / 3_600) });
  return filled(words.d, { n: Math.round(s / 86_400) });
}

export function momentIn(language: Language, iso: string | number): string {
  // 24 hours, and the day before the month, in both.
  return new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, {
    dateStyle: 'medium',
    timeStyle: 'medium',
  }).format(new Date(iso));
}

/** As `<input type="datetime-local">` takes it: the time of this machine, with seconds. */
export function localMoment(ms: number): string {
  const offsetMs = new Date(ms).getTimezoneOffset() * 60_000;
  return new Date(ms - offsetMs).toISOString().slice(0, 19);
}
