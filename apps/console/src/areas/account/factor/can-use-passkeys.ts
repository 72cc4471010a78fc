/** Browsers refuse passkeys for an IP address, and without a secure connection. The login page loads this file alone. */
export const canUsePasskeys = () =>
  'PublicKeyCredential' in window && !/^[\d.]+$|:/.test(window.location.hostname);
