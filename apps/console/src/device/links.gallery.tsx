import { type Gallery, SAMPLE } from '../ui/gallery.tsx';
import { AlertLink, AlertListLink, DeviceLink, GraphLink, TimelineLink } from './links.tsx';

const pump = { deviceId: SAMPLE.id, children: SAMPLE.name };
const AT_S = 1_800_000_000;

export const device: Gallery = () => ({
  DeviceLink: { deviceId: <DeviceLink {...pump} /> },
  TimelineLink: { 'deviceId atS': <TimelineLink {...pump} atS={AT_S} /> },
  GraphLink: {
    'deviceId fromS toS': <GraphLink {...pump} fromS={AT_S - 3600} toS={AT_S} />,
  },
  AlertLink: { alertId: <AlertLink alertId={1}>{SAMPLE.name}</AlertLink> },
  AlertListLink: { children: <AlertListLink>{SAMPLE.name}</AlertListLink> },
});
