import { VisitLine } from '../../areas/alerts/visit/visit-line.tsx';
import { FirstSteps } from './first-steps.tsx';

/** An agreed visit, and what a new pump still lacks. */
export const PumpNotes = ({ deviceId }: { deviceId: string }) => (
  <>
    <VisitLine deviceId={deviceId} />
    <FirstSteps deviceId={deviceId} />
  </>
);
