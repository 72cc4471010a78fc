import { useProofRequest } from '../../lib/http/proof.ts';
import { lazyComponent } from '../../lib/page/lazy-component.tsx';

const ProofDialog = lazyComponent(
  async () => (await import('../../areas/account/factor/proof-dialog.tsx')).ProofDialog,
  'account',
);

/** The dialog of the proof of identity, above the dialog whose request needs it. */
export function IdentityProof() {
  const request = useProofRequest();
  if (!request) return null;
  const cancel = () => request.settle(false);
  return <ProofDialog onSettled={request.settle} onClose={cancel} />;
}
