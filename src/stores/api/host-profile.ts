/** The profile of the host in use (docs/host.md), from the gateway; kept in the tab, so that a reload knows it at once. */
import { atom } from 'nanostores';
import {
  DEFAULT_HOST_PROFILE,
  HOST_PROFILE_PATH,
  type HostProfile,
  readReceivedProfile,
} from '../../domain/application/host-profile.ts';
import { readTab, writeTab } from '../browser/storage.ts';
import { send } from './request.ts';

const KEY = 'hostProfile';

const stored = readReceivedProfile(readTab(KEY));

/** The default, which is safe with every host, until {@link loadHostProfile} has loaded it in this tab. */
export const $hostProfile = atom<HostProfile>(stored ?? DEFAULT_HOST_PROFILE);

let isLoaded = false;
let loading: Promise<HostProfile | null> | null = null;

/** Loads the profile once per page, before anything that depends on it. @returns null without a response; the next call tries again */
export function loadHostProfile(): Promise<HostProfile | null> {
  if (isLoaded) return Promise.resolve($hostProfile.get());
  loading ??= send(HOST_PROFILE_PATH, {}).then((response) => {
    loading = null;
    const profile = response.ok ? readReceivedProfile(response.body) : null;
    if (!profile) return null;
    isLoaded = true;
    writeTab(KEY, profile);
    $hostProfile.set(profile);
    return profile;
  });
  return loading;
}
