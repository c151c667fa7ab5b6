import { expect, test } from 'vitest';
import { shortBrowser } from '../../../functions/admin/routes/browser.ts';

const WEBKIT = 'AppleWebKit/537.36 (KHTML, like Gecko)';
const WINDOWS = `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT}`;
const LINUX = `Mozilla/5.0 (X11; Linux x86_64) ${WEBKIT}`;
const MAC = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)';
const ANDROID = `Mozilla/5.0 (Linux; Android 14; Pixel 8) ${WEBKIT}`;
const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';
const IPAD = 'Mozilla/5.0 (iPad; CPU OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';

test.each([
  ['Firefox/142.0 \u001b[2J (Windows NT 10.0)\r\nX: y', 'Firefox, Windows'],
  ['\u001b]0;owned\u0007', ''],
  [`${WINDOWS} Chrome/142.0.0.0 Safari/537.36`, 'Chrome, Windows'],
  [`${LINUX} HeadlessChrome/142.0.0.0 Safari/537.36`, 'Chrome, Linux'],
  [`${LINUX} Chromium/142.0.0.0 Chrome/142.0.0.0 Safari/537.36`, 'Chrome, Linux'],
  [`Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${WEBKIT} Chrome/142.0.0.0 Safari/537.36`, 'Chrome, ChromeOS'],
  [`${ANDROID} Chrome/142.0.0.0 Mobile Safari/537.36`, 'Chrome, Android'],
  [`${IPHONE} CriOS/142.0.0.0 Mobile/15E148 Safari/604.1`, 'Chrome, iPhone'],
  [`${WINDOWS} Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0`, 'Edge, Windows'],
  [`${ANDROID} Chrome/142.0.0.0 Mobile Safari/537.36 EdgA/142.0.0.0`, 'Edge, Android'],
  [`${IPHONE} Version/17.0 EdgiOS/142.0.0.0 Mobile/15E148 Safari/604.1`, 'Edge, iPhone'],
  [`${WINDOWS} Chrome/140.0.0.0 YaBrowser/25.10.0.0 Yowser/2.5 Safari/537.36`, 'Yandex Browser, Windows'],
  [`${ANDROID} Chrome/140.0.0.0 YaBrowser/25.10.0.0 Mobile Safari/537.36`, 'Yandex Browser, Android'],
  [`${WINDOWS} Chrome/140.0.0.0 Safari/537.36 OPR/124.0.0.0`, 'Opera, Windows'],
  [`${IPHONE} Version/17.5 Mobile/15E148 Safari/604.1 OPT/5.1.0`, 'Opera, iPhone'],
  ['Opera/9.80 (Android; Opera Mini/85.0/191.303; U; ru) Presto/2.12.423 Version/12.16', 'Opera, Android'],
  [`${ANDROID} SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36`, 'Samsung Internet, Android'],
  [`${ANDROID} Version/4.0 Chrome/120.0.0.0 Mobile Safari/537.36 XiaoMi/MiuiBrowser/14.30`, 'Mi Browser, Android'],
  [`${ANDROID} Version/4.0 Chrome/120.0.0.0 UCBrowser/13.8.0.1330 Mobile Safari/537.36`, 'UC Browser, Android'],
  [`${LINUX} Chrome/142.0.0.0 Safari/537.36 Vivaldi/7.6`, 'Vivaldi, Linux'],
  [`${MAC} AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15 Ddg/18.1`, 'DuckDuckGo, macOS'],
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0', 'Firefox, Windows'],
  ['Mozilla/5.0 (Android 14; Mobile; rv:145.0) Gecko/145.0 Firefox/145.0', 'Firefox, Android'],
  [`${IPHONE} FxiOS/145.0 Mobile/15E148 Safari/605.1.15`, 'Firefox, iPhone'],
  [`${MAC} AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15`, 'Safari, macOS'],
  [`${IPHONE} Version/17.5 Mobile/15E148 Safari/604.1`, 'Safari, iPhone'],
  [`${IPAD} Version/17.5 Mobile/15E148 Safari/604.1`, 'Safari, iPad'],
  ['curl/8.14.1', ''],
  ['', ''],
  [null, ''],
])('the browser of "%s" is %s', (userAgent, name) => {
  expect(shortBrowser(userAgent)).toBe(name);
});
