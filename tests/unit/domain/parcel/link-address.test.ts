import { describe, expect, it } from 'vitest';
import {
  isInAppBrowser,
  linkPage,
  pageOfEncodedLink,
  readLinkKey,
} from '../../../../src/domain/parcel/link-address.ts';
import { sealing } from '../../../../src/stores/parcel/sealing.ts';

const PAGE = '/ru/parcel/company';

describe('the key in an address', () => {
  it('every new key is found', () => {
    for (let n = 0; n < 200; n++) {
      const key = sealing.newSecret();
      expect(readLinkKey(`${PAGE}#${key}`)).toBe(key);
    }
  });

  const KEY = 'abcdefghijk_-ABCDEFGHw';
  it.each([
    ...[
      '.',
      ',',
      ')',
      ']',
      '"',
      '>',
      '»',
      '”',
      '’',
      ';',
      '_',
      '*',
      '%3E',
      '%22',
      '%20',
      '&amp;x',
      '?utm_source=mail',
      '&fbclid=x',
    ],
  ])('the key is found before %s', (end) => {
    expect(readLinkKey(`${PAGE}#${KEY}${end}`)).toBe(KEY);
    expect(readLinkKey(`${PAGE}%23${KEY}${end}`)).toBe(KEY);
    expect(pageOfEncodedLink(`${PAGE}%23${KEY}${end}`)).toBe(PAGE);
  });

  it.each([`%23${KEY}`, `%2523${KEY}`, `/%23${KEY}`, `%3Futm_source=mail%23${KEY}`])(
    'the page of %s is found where a server sees it',
    (end) => expect([pageOfEncodedLink(PAGE + end), readLinkKey(PAGE + end)]).toEqual([PAGE, KEY]),
  );

  it('a query before the key does not matter', () => {
    expect(readLinkKey(`${PAGE}?utm_source=mail&fbclid=1#${KEY}`)).toBe(KEY);
    expect(readLinkKey(`${PAGE}?utm_source=mail%23${KEY}`)).toBe(KEY);
  });

  it.each([
    ['a key that was cut', `${PAGE}#${KEY.slice(0, -1)}`],
    ['a key with more letters', `${PAGE}#${KEY}x`],
    ['a last character that no key has', `${PAGE}#${KEY.slice(0, -1)}x`],
    ['no mark', PAGE + KEY],
    ['a view of the page', `${PAGE}#part:contact-person`],
  ])('there is no key in %s', (_, address) => {
    expect(readLinkKey(address)).toBeNull();
    expect(pageOfEncodedLink(address.replace('#', '%23'))).toBeNull();
  });

  it('only pages of links have a key', () => {
    expect(linkPage('/en/parcel/draft')).toBe('/en/parcel/draft');
    expect(linkPage(`/parcel/photo%23${KEY}`)).toBe('/parcel/photo');
    for (const other of ['/en/parcel/drafts', '/en/parcel/sheet/investor', '/en/application', `/en/x%23${KEY}`]) {
      expect([linkPage(other), pageOfEncodedLink(`${other}%23${KEY}`)]).toEqual([null, null]);
    }
  });
});

describe("messengers' browsers", () => {
  const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';
  const ANDROID =
    'Mozilla/5.0 (Linux; Android 15; Pixel 9 Build/AP3A; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0';
  const CHROME = 'Chrome/142.0.0.0 Mobile Safari/537.36';

  it.each([
    [
      'Telegram on Android',
      `${ANDROID.replace('; wv', '')} ${CHROME} Telegram-Android/12.1 (Google Pixel 9; Android 15)`,
    ],
    ['Telegram on iOS', `${IPHONE} Mobile/15E148`],
    ['Instagram on Android', `${ANDROID} ${CHROME} Instagram 350.0.0.0 Android`],
    ['Instagram on iOS', `${IPHONE} Mobile/22B83 Instagram 350.0.0 (iPhone15,2; iOS 18_1)`],
    ['Facebook on Android', `${ANDROID} ${CHROME} [FB_IAB/FB4A;FBAV/490.0.0.0;]`],
    ['Facebook on iOS', `${IPHONE} Mobile/22B83 [FBAN/FBIOS;FBAV/490.0.0.0;FBDV/iPhone15,2]`],
    ['WeChat on Android', `${ANDROID} ${CHROME} XWEB/1300 MMWEBSDK/2024 MicroMessenger/8.0.50 NetType/WIFI`],
    ['WeChat on iOS', `${IPHONE} Mobile/15E148 MicroMessenger/8.0.50(0x18003237) NetType/WIFI Language/ru`],
    ['WhatsApp on Android', `${ANDROID.replace('; wv', '')} ${CHROME} WhatsApp/2.25.30.74 A`],
    ['Line on Android', `${ANDROID} ${CHROME} Line/14.18.0/IAB`],
    ['Line on iOS', `${IPHONE} Mobile/15E148 Safari Line/14.18.0`],
    ['VK on Android', `${ANDROID} ${CHROME} VKAndroidApp/8.99`],
    ['VK on iOS', `${IPHONE} Mobile/15E148 com.vk.vkclient/3500`],
  ])('%s is recognized', (_, agent) => expect(isInAppBrowser(agent)).toBe(true));

  it.each([
    ['Safari', `${IPHONE} Version/18.1 Mobile/15E148 Safari/604.1`],
    ['Chrome on iOS', `${IPHONE} CriOS/142.0.0.0 Mobile/15E148 Safari/604.1`],
    ['Firefox on iOS', `${IPHONE} FxiOS/140.0 Mobile/15E148 Safari/605.1.15`],
    ['Chrome on Android', `Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) ${CHROME}`],
    [
      'Samsung Internet',
      `Mozilla/5.0 (Linux; Android 15; SAMSUNG SM-S911B) AppleWebKit/537.36 SamsungBrowser/28.0 ${CHROME}`,
    ],
    [
      'Yandex Browser',
      `Mozilla/5.0 (Linux; arm_64; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) ${CHROME} YaBrowser/25.8`,
    ],
    ['Firefox', 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'],
    ['Chrome', 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36'],
    [
      'Safari on a Mac',
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15',
    ],
  ])('%s is not one', (_, agent) => expect(isInAppBrowser(agent)).toBe(false));

  it('Telegram is recognized by what its window has', () => {
    expect(isInAppBrowser(`${IPHONE} Version/18.1 Mobile/15E148 Safari/604.1`, true)).toBe(true);
  });
});
