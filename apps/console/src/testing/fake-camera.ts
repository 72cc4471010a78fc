import { vi } from 'vitest';

/** A camera that the test holds in its hand: what it sees, and whether it is on. */
export function fakeCamera({ torch = false }: { torch?: boolean } = {}) {
  const track = Object.assign(new EventTarget(), {
    stop: vi.fn(),
    getCapabilities: () => ({ torch }),
    applyConstraints: vi.fn(async (_wanted: object) => undefined),
  });
  const stream = { getTracks: () => [track], getVideoTracks: () => [track] };
  const getUserMedia = vi.fn(async (_wanted: MediaStreamConstraints) => stream);
  const seen = { texts: [] as string[], isBroken: false };
  class BarcodeDetector {
    static getSupportedFormats = async () => ['qr_code'];
    detect = async () => {
      if (seen.isBroken) throw new DOMException('Service unavailable', 'NotSupportedError');
      return seen.texts.map((rawValue) => ({ rawValue }));
    };
  }
  vi.stubGlobal('BarcodeDetector', BarcodeDetector);
  vi.stubGlobal('isSecureContext', true);
  vi.spyOn(HTMLMediaElement.prototype, 'srcObject', 'set').mockImplementation(() => undefined);
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockImplementation(async () => undefined);
  Object.defineProperty(navigator, 'mediaDevices', { configurable: true, value: { getUserMedia } });
  return {
    track,
    getUserMedia,
    isOn: () => getUserMedia.mock.calls.length > track.stop.mock.calls.length,
    see: (...texts: string[]) => {
      seen.texts = texts;
    },
    breakDetector: () => {
      seen.isBroken = true;
    },
    refuse: (name: string) => getUserMedia.mockRejectedValue(new DOMException('no', name)),
  };
}
