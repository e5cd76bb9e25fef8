/** Links that lead nowhere from another device. */

/** Whether a host name means the machine that asks, so that a link to it invites nobody else. */
export function isLoopback(host: string): boolean {
  return host === "[::1]" || /^(.+\.)?localhost$|^127(\.\d+){3}$/.test(host);
}
