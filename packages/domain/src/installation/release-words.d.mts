export function releaseWords(text: string): string;
