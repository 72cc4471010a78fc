import { useProofRequest } from '../../lib/http/proof.ts';
import { lazyComponent } from '../../lib/page/lazy-component.tsx';
import { areaTexts } from '../../lib/texts/area-texts.tsx';

const AccountTexts = areaTexts('account');
const ProofDialog = lazyComponent(
  async () => (await import('../../areas/account/profile/proof-dialog.tsx')).ProofDialog,
);

/** The password dialog, above the dialog whose request needs it. */
export function IdentityProof() {
  const request = useProofRequest();
  if (!request) return null;
  const cancel = () => request.settle(false);
  return (
    <AccountTexts onClose={cancel}>
      <ProofDialog onSettled={request.settle} onClose={cancel} />
    </AccountTexts>
  );
}
