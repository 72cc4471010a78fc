import { useAlertTexts } from '../../areas/alerts/one/alert-facts.ts';
import { entryIcon } from '../../areas/history/activity/entry-icon.tsx';
import { TimelineRow } from '../../areas/history/activity/timeline-row.tsx';
import { useEntryText } from '../../areas/history/activity/use-entry-text.ts';
import type { EntryParts } from '../../areas/history/graphs/event-lane.tsx';
import { Graphs } from '../../areas/history/graphs/graphs.tsx';
import { type KnownDevice, useDevices } from '../../areas/pump/devices/use-devices.ts';
import { WithRuleFields } from './rule-fields.tsx';

interface Props {
  device: KnownDevice;
  view: string | undefined;
  onView: (view: string) => void;
}

/** R4.13: the graphs, with marks that show entries of the timeline. */
export function GraphsTool({ device, view, onView }: Props) {
  const textOf = useEntryText();
  const { titleOf } = useAlertTexts();
  const { choosable } = useDevices();
  const parts: EntryParts = {
    titleOf: (entry) => textOf(entry).title,
    iconOf: entryIcon,
    Row: TimelineRow,
    alertTitle: titleOf,
  };
  return (
    <WithRuleFields>
      <Graphs
        device={device}
        others={choosable.filter(({ id }) => id !== device.id)}
        view={view}
        onView={onView}
        parts={parts}
      />
    </WithRuleFields>
  );
}
