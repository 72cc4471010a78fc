import { startBroker } from '../../apps/board/test/broker.ts';

/** A broker in a process of its own: what it costs is not what is measured. */
const { url } = await startBroker();
process.send?.({ url });
process.on('disconnect', () => process.exit());
