import { vi } from 'vitest';

/** A camera and a code detector that the test controls. */
export function fakeCamera({ torch = false }: { torch?: boolean } = {}) {
  const track = Object.assign(new EventTarget(), {
    stop: vi.fn(),
    getCapabilities: () => ({ torch }),
    applyConstraints: vi.fn(async (_wanted: object) => undefined),
  });
  const getUserMedia = vi.fn(async (_wanted: MediaStreamConstraints) => ({
    getTracks: () => [track],
    getVideoTracks: () => [track],
  }));
  const seen = { texts: [] as string[], isBroken: false, slow: undefined as Promise<void> | undefined };
  class BarcodeDetector {
    static getSupportedFormats = async () => ['qr_code'];
    detect = async () => {
      const { slow } = seen;
      seen.slow = undefined;
      await slow;
      if (seen.isBroken) throw new DOMException('Service unavailable', 'NotSupportedError');
      return seen.texts.map((rawValue) => ({ rawValue }));
    };
  }
  vi.stubGlobal('BarcodeDetector', BarcodeDetector);
  vi.stubGlobal('isSecureContext', true);
  let picture: MediaProvider | null = null;
  vi.spyOn(HTMLMediaElement.prototype, 'srcObject', 'get').mockImplementation(() => picture);
  vi.spyOn(HTMLMediaElement.prototype, 'srcObject', 'set').mockImplementation((next) => {
    picture = next;
  });
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockImplementation(async () => undefined);
  Object.defineProperty(navigator, 'mediaDevices', { configurable: true, value: { getUserMedia } });
  return {
    track,
    getUserMedia,
    isOn: () => getUserMedia.mock.calls.length > track.stop.mock.calls.length,
    hasPicture: () => picture !== null,
    showCodes: (...texts: string[]) => {
      seen.texts = texts;
    },
    breakDetector: () => {
      seen.isBroken = true;
    },
    removeDetector: () => vi.stubGlobal('BarcodeDetector', undefined),
    /** The next detection lasts until the test calls `end`. */
    delayDetection() {
      const { promise, resolve } = Promise.withResolvers<void>();
      seen.slow = promise;
      return { hasBegun: () => seen.slow === undefined, end: resolve };
    },
    refuse: (name: string) => getUserMedia.mockRejectedValue(new DOMException('no', name)),
  };
}
