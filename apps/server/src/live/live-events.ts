import type { Events } from '../events.ts';
import type { Hub } from './hub.ts';

/** Which server events browsers receive, and to whom: the users of one device, some users, or all. */
export function publishLiveEvents(events: Events, hub: Hub): void {
  events.on('lastData', (data) => hub.publish(data.device_id, { event: 'last-data', data }));
  events.on('online', ({ deviceId, isOnline }) =>
    hub.publish(deviceId, { event: 'online', data: { device_id: deviceId, online: isOnline } }),
  );
  events.on('config', ({ deviceId }) =>
    hub.publish(deviceId, { event: 'config', data: { device_id: deviceId } }),
  );
  events.on('activity', ({ deviceId }) =>
    hub.publish(deviceId, { event: 'activity', data: { device_id: deviceId } }),
  );
  events.on('command', (data) => hub.publish(data.device_id, { event: 'command', data }));
  events.on('lockOut', (data) => hub.publish(data.device_id, { event: 'lock-out', data }));
  events.on('firmware', ({ deviceId }) =>
    hub.publish(deviceId, { event: 'firmware', data: { device_id: deviceId } }),
  );
  events.on('alert', ({ deviceId, alertId, change }) =>
    // An alert of the whole installation has no device: staff receive it.
    hub.publishToStaff(deviceId ?? '', {
      event: 'alert',
      data: { device_id: deviceId, alert_id: alertId, change },
    }),
  );
  events.on('work', ({ deviceId }) =>
    hub.publishToStaff(deviceId, { event: 'work', data: { device_id: deviceId } }),
  );
  events.on('disk', (space) => hub.publishToAll({ event: 'disk', data: { space } }));
  events.on('database', ({ isUp }) => hub.publishToAll({ event: 'database', data: { up: isUp } }));
  events.on('broker', ({ isUp }) => hub.publishToAll({ event: 'broker', data: { up: isUp } }));
  events.on('inboxChanged', (userIds) => hub.publishTo(userIds, { event: 'inbox', data: {} }));
  events.on('devicesChanged', hub.devicesChanged);
  events.on('sessionEnded', hub.endSession);
}
