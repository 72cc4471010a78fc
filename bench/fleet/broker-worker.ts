import { startBroker } from '../../apps/board/test/broker.ts';

/** A broker in its own process, so that its cost is not measured. */
const { url } = await startBroker();
process.send?.({ url });
process.on('disconnect', () => process.exit());
