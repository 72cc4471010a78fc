import type { Events } from '../../events.ts';
import type { Logger } from '../../log.ts';
import type { InboxService } from './inbox.service.ts';

type Heard = 'alertRaised' | 'firmwareReleased' | 'firmwareEnded';

/** What others only announce is written here. Lost if the server dies in between: the alert and the update themselves are not. */
export function createInboxListener(inbox: Pick<InboxService, Heard>, events: Events, log: Logger) {
  const writing = new Set<Promise<void>>();

  const hear =
    <News>(write: (news: News) => Promise<void>) =>
    (news: News) => {
      const written = write(news)
        .catch((err) => log.warn({ err }, 'news did not reach the inboxes'))
        .finally(() => writing.delete(written));
      writing.add(written);
    };

  return {
    start() {
      events.on('alertRaised', hear(inbox.alertRaised));
      events.on('firmwareReleased', hear(inbox.firmwareReleased));
      events.on('firmwareEnded', hear(inbox.firmwareEnded));
    },
    /** What was announced is written before the database closes. */
    stop: () => Promise.all(writing),
  };
}
