/** Passkeys of this browser: creating one, and logging in with one. */

import { post } from "../wire/http.ts";
import { renew } from "../wire/renewal.ts";

export async function createPasskey(): Promise<void> {
  const json = await post<PublicKeyCredentialCreationOptionsJSON>("/api/me/passkeys/options");
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(json);
  const made = await navigator.credentials.create({ publicKey });
  await renew("/api/me/passkeys", { credential: (made as PublicKeyCredential).toJSON() });
}

export async function loginWithPasskey(): Promise<void> {
  const json = await post<PublicKeyCredentialRequestOptionsJSON>("/api/login/passkey/options");
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(json);
  const found = await navigator.credentials.get({ publicKey });
  await renew("/api/login/passkey", { credential: (found as PublicKeyCredential).toJSON() });
}
