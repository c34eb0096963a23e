import type { ReactNode } from 'react';
import './style.css';

export const metadata = { title: 'Screens' };

export default function Layout({ children }: { readonly children: ReactNode }) {
  return (
    <html lang="en">
      <body>
        <main>
          <h1>Screens</h1>
          {children}
        </main>
      </body>
    </html>
  );
}
