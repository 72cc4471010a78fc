import {
  type FirmwareRelease,
  MAX_RELEASE_BYTES,
  type ReleaseHead,
} from '@manoboard/contract/firmware/firmware-release';
import { firmwareUpdateCalls } from '@manoboard/contract/firmware/firmware-update.calls';
import { decodeRelease } from '@manoboard/domain/firmware/release';
import { createAtom, useSelector } from '@tanstack/react-store';
import { type HttpProblemCode, problemCodeOf } from '../../../lib/http/http-problem.ts';
import { withProof } from '../../../lib/http/proof.ts';
import { session } from '../../../lib/http/session.ts';
import { upload } from '../../../lib/http/upload.ts';

/** Why a file cannot be uploaded. */
export type FileProblem = 'FILE_TYPE_INCORRECT' | 'FIRMWARE_DAMAGED' | 'too_large' | 'unreadable';

type Manifest = ReleaseHead['manifest'];
export type Upload =
  | { step: 'empty' }
  | { step: 'refused'; file: File; problem: FileProblem }
  /** `problem`: the last attempt failed; the file stays chosen. */
  | { step: 'chosen'; file: File; manifest: Manifest; problem?: UploadProblem }
  | { step: 'sending'; file: File; manifest: Manifest; sentBytes: number; cancel: () => void }
  | { step: 'done'; release: FirmwareRelease };

interface UploadProblem {
  code: HttpProblemCode | 'cancelled';
  /** The whole file was sent and no answer arrived: the server may have stored it. */
  isUncertain: boolean;
}

const EMPTY: Upload = { step: 'empty' };
/** Outside of the page, so that an upload continues when the user opens another page (R2.8). */
const uploadAtom = createAtom<Upload>(EMPTY);
export const useUpload = () => useSelector(uploadAtom);

const HEAD_BYTES = 64 * 1024;

/** R4.14: the checks of the server that need no key and only the head of the file. */
async function inspect(file: File): Promise<Manifest | FileProblem> {
  if (file.size > MAX_RELEASE_BYTES) return 'too_large';
  const head = await file
    .slice(0, HEAD_BYTES)
    .arrayBuffer()
    .catch(() => undefined);
  if (!head) return 'unreadable';
  const decoded = decodeRelease(new Uint8Array(head));
  if (decoded.ok) return decoded.head.manifest;
  return decoded.reason === 'no_release' ? 'FILE_TYPE_INCORRECT' : 'FIRMWARE_DAMAGED';
}

export async function chooseFile(file: File) {
  const found = await inspect(file);
  if (uploadAtom.get().step === 'sending') return;
  uploadAtom.set(
    typeof found === 'string'
      ? { step: 'refused', file, problem: found }
      : { step: 'chosen', file, manifest: found },
  );
}

export const clearUpload = () => uploadAtom.set(EMPTY);

/** Resolves with true when the release is stored. */
export async function sendChosen(): Promise<boolean> {
  const current = uploadAtom.get();
  if (current.step !== 'chosen') return false;
  const { file, manifest } = current;
  const abort = new AbortController();
  const sending = { step: 'sending', file, manifest, cancel: () => abort.abort() } as const;
  let sentBytes = 0;
  uploadAtom.set({ ...sending, sentBytes });
  const onProgress = (bytes: number) => {
    sentBytes = bytes;
    uploadAtom.set({ ...sending, sentBytes });
  };
  try {
    const options = { onProgress, signal: abort.signal };
    const release = await withProof(() => upload(firmwareUpdateCalls.uploadFirmware, file, options));
    uploadAtom.set(release ? { step: 'done', release } : EMPTY);
    return release !== undefined;
  } catch (error) {
    // R1.5: the end of the session has cancelled the upload and cleared the file.
    if (uploadAtom.get().step !== 'sending') return false;
    const problem = abort.signal.aborted ? 'cancelled' : problemCodeOf(error);
    const isUncertain = sentBytes >= file.size && (problem === 'NETWORK' || problem === 'cancelled');
    uploadAtom.set({ step: 'chosen', file, manifest, problem: { code: problem, isUncertain } });
    return false;
  }
}

session.onEnd(() => {
  const current = uploadAtom.get();
  if (current.step === 'sending') current.cancel();
  clearUpload();
});
