import type { Gallery } from '../ui/gallery.tsx';
import { StopText } from './stop-reason.tsx';

const reason = { converter: { fcType: 'GD10' }, fault: null, stoppedBy: null };

export const device: Gallery = () => ({
  StopText: {
    'status="fault"': <StopText {...reason} status="fault" fault={4} />,
    'status="stopped"': <StopText {...reason} status="stopped" stoppedBy="DRY_RUN" />,
    'status="running"': <StopText {...reason} status="running" />,
    alert: <StopText {...reason} status="running" alert={{ sk: 'Únik vody', gb: 'Water leak' }} />,
  },
});
