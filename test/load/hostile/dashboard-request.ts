import { everything } from '../../system/test-system.js';
import { graphql, type HostileRequest, json, type Make } from './graphql-request.js';
import { asHeader, drawText, drawValue } from './text.js';

export const dashboard: Make = (draw, given) => {
  const { cookie, token } = given.session;
  const own = [json, ['Sec-Fetch-Site', 'same-origin']] as const;
  const text = drawText(draw, 60_000);
  const signIn = draw.from<unknown>([
    { credential: text.slice(0, 9000) },
    { credential: everything },
    { demo: text },
    drawValue(draw, 60_000),
  ]);
  const cookies = draw.from([
    cookie,
    cookie,
    `${asHeader(text).slice(0, 9000)}; ${cookie}`,
    'session=; '.repeat(900),
  ]);
  return draw.from<() => HostileRequest>([
    () => ({
      ...graphql(draw, given),
      target: '/dashboard/graphql',
      headers: [...own, ['X-Dashboard-Token', token], ['Cookie', cookies]],
    }),
    () => ({
      method: 'POST',
      target: '/dashboard/session',
      headers: [...own, ['X-Dashboard-Token', 'any']],
      body: JSON.stringify(signIn),
    }),
    () => ({ method: 'GET', target: '/dashboard/session', headers: [['Cookie', cookies]], body: '' }),
    () => ({
      method: draw.from(['GET', 'HEAD']),
      target: draw.from(['/', ...given.assets]),
      headers: [['Accept-Encoding', asHeader(text)]],
      body: '',
    }),
  ])();
};
