import { useProofRequest } from '../../lib/http/proof.ts';
import { lazyComponent } from '../../lib/page/lazy-component.tsx';
import { areaTexts } from '../../lib/texts/area-texts.tsx';

const FactorTexts = areaTexts('second-factor');
const ProofDialog = lazyComponent(
  async () => (await import('../../areas/account/factor/proof-dialog.tsx')).ProofDialog,
);

/** The dialog of the proof of identity, above the dialog whose request needs it. */
export function IdentityProof() {
  const request = useProofRequest();
  if (!request) return null;
  const cancel = () => request.settle(false);
  return (
    <FactorTexts onClose={cancel}>
      <ProofDialog onSettled={request.settle} onClose={cancel} />
    </FactorTexts>
  );
}
