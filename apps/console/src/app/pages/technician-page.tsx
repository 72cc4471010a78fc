import { WorkList } from '../../areas/alerts/work/work-list.tsx';
import { LinkBanner } from '../../areas/pump/devices/device-banner.tsx';
import { useLiveLink } from '../../device/live/use-link.ts';
import { usePerson } from '../use-person.ts';
import { AlertOf } from './alert-of.tsx';

/** R7.1: the technician's day. */
export function TechnicianPage() {
  const { user } = usePerson();
  useLiveLink();
  return (
    <WorkList
      user={{ id: user.id, name: `${user.name} ${user.surname}` }}
      detail={(id) => <AlertOf key={id} id={id} isBeside />}
      banner={<LinkBanner />}
    />
  );
}
