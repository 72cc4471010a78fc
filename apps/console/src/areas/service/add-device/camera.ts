export type CameraProblem = 'insecure' | 'refused' | 'absent' | 'busy' | 'failed';

const PROBLEMS: Record<string, CameraProblem> = {
  NotAllowedError: 'refused',
  SecurityError: 'refused',
  NotFoundError: 'absent',
  OverconstrainedError: 'absent',
  NotReadableError: 'busy',
  AbortError: 'busy',
};

/** Prefers the rear camera, with enough resolution for a small label. */
const CONSTRAINTS: MediaStreamConstraints = {
  audio: false,
  video: { facingMode: { ideal: 'environment' }, width: { ideal: 1280 }, height: { ideal: 720 } },
};

export interface Camera {
  stream: MediaStream;
  /** Undefined if the camera has no torch. */
  setTorch: ((isOn: boolean) => Promise<void>) | undefined;
  /** The camera is unplugged or taken by another program, or the permission is revoked. */
  onEnded: (listener: () => void) => void;
  close: () => void;
}

// TypeScript's constraint types lack `torch`.
const torch = (isOn: boolean) => ({ advanced: [{ torch: isOn }] }) as unknown as MediaTrackConstraints;
const hasTorch = (track: MediaStreamTrack) =>
  (track.getCapabilities?.() as { torch?: boolean } | undefined)?.torch === true;

function toCamera(stream: MediaStream): Camera {
  const track = stream.getVideoTracks()[0];
  return {
    stream,
    setTorch: track && hasTorch(track) ? (isOn) => track.applyConstraints(torch(isOn)) : undefined,
    onEnded: (listener) => track?.addEventListener('ended', listener),
    close: () => {
      for (const each of stream.getTracks()) each.stop();
    },
  };
}

export async function openCamera(): Promise<Camera | { problem: CameraProblem }> {
  if (!window.isSecureContext) return { problem: 'insecure' };
  // Undefined if a permissions policy forbids the camera.
  if (!navigator.mediaDevices) return { problem: 'failed' };
  try {
    return toCamera(await navigator.mediaDevices.getUserMedia(CONSTRAINTS));
  } catch (error) {
    return { problem: PROBLEMS[error instanceof Error ? error.name : ''] ?? 'failed' };
  }
}
