import type { InstrumentFacts } from '../data/instruments.ts';
import { Logo } from '../ui/Logo.tsx';

export function InstrumentLogo({ facts, size }: { facts: InstrumentFacts; size: number }) {
  return <Logo code={facts.spec.code} showCode={facts.spec.showCode} src={facts.logo} size={size} />;
}
