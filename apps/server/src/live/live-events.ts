import type { Bus } from '../bus/bus.ts';
import type { Hub } from './hub.ts';

/** Which server events browsers receive, and to whom: the users of one device, some users, or all. */
export function publishLiveEvents(bus: Bus, hub: Hub): void {
  bus.subscribe('lastData', (data) => hub.publish(data.device_id, { event: 'last-data', data }));
  bus.subscribe('lastDataText', ({ deviceId, json }) => hub.publish(deviceId, { event: 'last-data', json }));
  bus.subscribe('online', ({ deviceId, isOnline, isConnecting }) =>
    hub.publish(deviceId, {
      event: 'online',
      data: { device_id: deviceId, online: isOnline, ...(isConnecting && { connecting: true }) },
    }),
  );
  bus.subscribe('config', ({ deviceId }) =>
    hub.publish(deviceId, { event: 'config', data: { device_id: deviceId } }),
  );
  bus.subscribe('activity', ({ deviceId }) =>
    hub.publish(deviceId, { event: 'activity', data: { device_id: deviceId } }),
  );
  bus.subscribe('command', (data) => hub.publish(data.device_id, { event: 'command', data }));
  bus.subscribe('lockOut', (data) => hub.publish(data.device_id, { event: 'lock-out', data }));
  bus.subscribe('firmware', ({ deviceId }) =>
    hub.publish(deviceId, { event: 'firmware', data: { device_id: deviceId } }),
  );
  bus.subscribe('alert', ({ deviceId, alertId, change }) =>
    // An alert of the whole installation has no device: staff receive it.
    hub.publishToStaff(deviceId ?? '', {
      event: 'alert',
      data: { device_id: deviceId, alert_id: alertId, change },
    }),
  );
  bus.subscribe('work', ({ deviceId }) =>
    hub.publishToStaff(deviceId, { event: 'work', data: { device_id: deviceId } }),
  );
  bus.subscribe('disk', (space) => hub.publishToAll({ event: 'disk', data: { space } }));
  bus.subscribe('database', ({ isUp }) => hub.publishToAll({ event: 'database', data: { up: isUp } }));
  bus.subscribe('broker', ({ isUp }) => hub.publishToAll({ event: 'broker', data: { up: isUp } }));
  bus.subscribe('inboxChanged', (userIds) => hub.publishTo(userIds, { event: 'inbox', data: {} }));
  bus.subscribe('devicesChanged', hub.devicesChanged);
  bus.subscribe('sessionEnded', hub.endSession);
  bus.subscribe('eventsMissed', hub.endAll);
}
