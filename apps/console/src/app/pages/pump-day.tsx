import { ActivityCard } from '../../areas/history/activity/activity-card.tsx';
import { LastDayCard } from '../../areas/history/today/last-day-card.tsx';
import { TodayCard } from '../../areas/history/today/today-card.tsx';
import { ToolLink } from './device-tool-links.tsx';

/** What the pump did: today in figures, the last 24 hours, the latest events. */
export function PumpDay({ deviceId }: { deviceId: string }) {
  return (
    <>
      <TodayCard deviceId={deviceId} />
      <LastDayCard
        deviceId={deviceId}
        link={(text) => (
          <ToolLink
            deviceId={deviceId}
            tool="graphs"
            className="font-semibold text-link underline pointer-coarse:-my-2 pointer-coarse:py-3"
          >
            {text}
          </ToolLink>
        )}
      />
      <ActivityCard
        deviceId={deviceId}
        link={(text, className) => (
          <ToolLink deviceId={deviceId} tool="timeline" className={className}>
            {text}
          </ToolLink>
        )}
      />
    </>
  );
}
