import type { SignedIn } from '@candor/contracts/http/identity';
import { useSession } from '../session/session-store.ts';
import { useSettings } from '../session/settings-store.ts';
import { forgetAccount } from './account.ts';
import { api } from './api.ts';
import { socket } from './live.ts';
import { forgetNotices } from './notices.ts';
import { queryClient } from './queries.ts';

/** Opens, or finds again, this device's demo account. The UUID is stored first, so that a lost answer costs nothing. */
export async function startDemo(): Promise<void> {
  const demoId = useSettings.getState().demoId ?? newUuid();
  useSettings.setState({ demoId });
  const fields = { demo_id: demoId };
  const signedIn = await api.post<SignedIn>('/api/user/createAccountDemoForU', fields, { retries: 2, probe: true });
  useSession.setState({ token: signedIn.token, user: signedIn.user });
  socket.login();
}

/** Forgets the session on this device; the server is told, but its answer is not waited for. */
export function endSession(tellServer: boolean): void {
  if (tellServer) void api.post('/api/user/logout', {}, { probe: true }).catch(() => undefined);
  socket.logout();
  useSession.setState({ token: null, user: null });
  forgetAccount();
  forgetNotices();
  queryClient.removeQueries({ queryKey: ['orders'] });
}

/** `crypto.randomUUID` exists on secure pages only; a phone on the local network opens the app over plain http. */
function newUuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
