export function parseEnvFile(text: string): Record<string, string>;
