import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { type Camera, type CameraProblem, openCamera } from './camera.ts';
import { openQrReader } from './qr/qr-reader.ts';

type Phase =
  | { name: 'off' }
  | { name: 'starting' }
  | { name: 'on'; hasTorch: boolean }
  | { name: 'failed'; problem: CameraProblem | 'readerFailed' };

/** Resolves on the next video frame (the next animation frame without `requestVideoFrameCallback`) or on abort. */
const nextFrame = (video: HTMLVideoElement, signal: AbortSignal) =>
  new Promise<void>((done) => {
    signal.addEventListener('abort', () => done(), { once: true });
    if ('requestVideoFrameCallback' in video) video.requestVideoFrameCallback(() => done());
    else requestAnimationFrame(() => done());
  });

interface ScanOptions {
  signal: AbortSignal;
  video: HTMLVideoElement;
  onOpened: (camera: Camera) => void;
  onProblem: (problem: CameraProblem | 'readerFailed') => void;
  /** Returns true to stop scanning. */
  onTexts: (texts: string[]) => boolean;
}

/** Decodes frames until `onTexts` returns true or the signal aborts. Always closes the camera. */
async function scanFrames({ signal, video, onOpened, onProblem, onTexts }: ScanOptions) {
  const opening = openQrReader().catch(() => undefined);
  const camera = await openCamera();
  const reader = await opening;
  try {
    if ('problem' in camera) return onProblem(camera.problem);
    if (!reader) return onProblem('readerFailed');
    if (signal.aborted) return;
    camera.onEnded(() => onProblem('busy'));
    video.srcObject = camera.stream;
    onOpened(camera);
    // A stop rejects play(); the loop below then ends.
    await video.play().catch(() => undefined);
    let isFound = false;
    while (!signal.aborted && !isFound) {
      await nextFrame(video, signal);
      if (!signal.aborted) isFound = onTexts(await reader.read(video));
    }
  } catch {
    if (!signal.aborted) onProblem('readerFailed');
  } finally {
    reader?.close();
    if ('close' in camera) {
      camera.close();
      // After a restart the video element shows the stream of another camera.
      if (video.srcObject === camera.stream) video.srcObject = null;
    }
  }
}

/** R4.1: closes the camera when a label is found, on stop, when the tab is hidden and on unmount. */
export function useQrCamera(
  video: RefObject<HTMLVideoElement | null>,
  onTexts: (texts: string[]) => boolean,
) {
  const [phase, setPhase] = useState<Phase>({ name: 'off' });
  const [isTorchOn, setIsTorchOn] = useState(false);
  const setTorch = useRef<Camera['setTorch']>(undefined);
  const running = useRef<AbortController>(undefined);

  const end = useCallback((next: Phase) => {
    running.current?.abort();
    running.current = undefined;
    setIsTorchOn(false);
    setPhase(next);
  }, []);
  const stop = () => end({ name: 'off' });

  function start() {
    if (!video.current || running.current) return;
    const controller = new AbortController();
    running.current = controller;
    setPhase({ name: 'starting' });
    void scanFrames({
      signal: controller.signal,
      video: video.current,
      onOpened: (camera) => {
        setTorch.current = camera.setTorch;
        setPhase({ name: 'on', hasTorch: camera.setTorch !== undefined });
      },
      onProblem: (problem) => {
        if (!controller.signal.aborted) end({ name: 'failed', problem });
      },
      onTexts: (texts) => {
        if (controller.signal.aborted || !onTexts(texts)) return false;
        stop();
        return true;
      },
    });
  }

  useEffect(() => {
    const onHidden = () => {
      if (document.hidden && running.current) end({ name: 'off' });
    };
    document.addEventListener('visibilitychange', onHidden);
    return () => {
      document.removeEventListener('visibilitychange', onHidden);
      running.current?.abort();
    };
  }, [end]);

  const toggleTorch = async () => {
    await setTorch.current?.(!isTorchOn).then(
      () => setIsTorchOn(!isTorchOn),
      () => setIsTorchOn(false),
    );
  };
  return { phase, isTorchOn, start, stop, toggleTorch };
}
