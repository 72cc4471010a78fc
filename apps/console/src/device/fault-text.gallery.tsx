import type { Gallery } from '../ui/gallery.tsx';
import { FaultName } from './fault-name.tsx';
import { FaultText } from './fault-text.tsx';

const fault = { converter: { fcType: 'GD10' }, code: 4 };

export const device: Gallery = (t) => {
  const fallback = t('pump.faultCode', { code: fault.code });
  return {
    FaultText: {
      'fcType "GD10"': <FaultText {...fault} fallback={fallback} />,
      'fcType null': <FaultText {...fault} converter={{ fcType: null }} fallback={fallback} />,
    },
    FaultName: { 'code={4}': <FaultName {...fault} /> },
  };
};
