import { VisitLine } from '../../areas/alerts/visit/visit-line.tsx';
import { PlaceRow } from '../../areas/pump/place/place-row.tsx';
import { WaterSystemLine } from '../../device/water-system-line.tsx';
import { DeviceUpdateNotice } from './device-tool-items.tsx';
import { FirstSteps } from './first-steps.tsx';

/** What belongs to a pump and needs no look each time: a visit, what is missing yet, firmware, place, the other pumps. */
export const PumpNotes = ({ deviceId }: { deviceId: string }) => (
  <>
    <VisitLine deviceId={deviceId} />
    <FirstSteps deviceId={deviceId} />
    <DeviceUpdateNotice deviceId={deviceId} />
    <div className="overflow-hidden rounded-lg border border-line bg-card shadow-card empty:hidden [&>*+*]:border-t [&>*+*]:border-line">
      <PlaceRow deviceId={deviceId} />
      <WaterSystemLine deviceId={deviceId} />
    </div>
  </>
);
