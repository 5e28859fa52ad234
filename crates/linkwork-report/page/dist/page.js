/* three.js: MIT, (c) three.js authors. uPlot: MIT, (c) Leon Sorokin. */
(()=>{var Gx="uplot",Wx="u-hz",Xx="u-vt",qx="u-title",Yx="u-wrap",$x="u-under",Zx="u-over",Jx="u-axis",mr="u-off",Kx="u-select",jx="u-cursor-x",Qx="u-cursor-y",ty="u-cursor-pt",ey="u-legend",ny="u-live",iy="u-inline",sy="u-series",ry="u-marker",nm="u-label",oy="u-value",la="width",ca="height";var im="bottom",Jr="left",nd="right",yd="#000",sm=yd+"0",id="mousemove",rm="mousedown",sd="mouseup",om="mouseenter",am="mouseleave",lm="dblclick",ay="resize",ly="scroll",cm="change",Bl="dppxchange",vd="--",io=typeof window<"u",cd=io?document:null,jr=io?window:null,cy=io?navigator:null,Ie,Nl;function hd(){let i=devicePixelRatio;Ie!=i&&(Ie=i,Nl&&dd(cm,Nl,hd),Nl=matchMedia(`(min-resolution: ${Ie-.001}dppx) and (max-resolution: ${Ie+.001}dppx)`),gr(cm,Nl,hd),jr.dispatchEvent(new CustomEvent(Bl)))}function hi(i,t){if(t!=null){let e=i.classList;!e.contains(t)&&e.add(t)}}function ud(i,t){let e=i.classList;e.contains(t)&&e.remove(t)}function Ze(i,t,e){i.style[t]=e+"px"}function Ni(i,t,e,n){let s=cd.createElement(i);return t!=null&&hi(s,t),e?.insertBefore(s,n),s}function wi(i,t){return Ni("div",i,t)}var hm=new WeakMap;function Ki(i,t,e,n,s){let r="translate("+t+"px,"+e+"px)",o=hm.get(i);r!=o&&(i.style.transform=r,hm.set(i,r),t<0||e<0||t>n||e>s?hi(i,mr):ud(i,mr))}var um=new WeakMap;function dm(i,t,e){let n=t+e,s=um.get(i);n!=s&&(um.set(i,n),i.style.background=t,i.style.borderColor=e)}var fm=new WeakMap;function pm(i,t,e,n){let s=t+""+e,r=fm.get(i);s!=r&&(fm.set(i,s),i.style.height=e+"px",i.style.width=t+"px",i.style.marginLeft=n?-t/2+"px":0,i.style.marginTop=n?-e/2+"px":0)}var Sd={passive:!0},hy={...Sd,capture:!0};function gr(i,t,e,n){t.addEventListener(i,e,n?hy:Sd)}function dd(i,t,e,n){t.removeEventListener(i,e,Sd)}io&&hd();function Ui(i,t,e,n){let s;e=e||0,n=n||t.length-1;let r=n<=2147483647;for(;n-e>1;)s=r?e+n>>1:ui((e+n)/2),t[s]<i?e=s:n=s;return i-t[e]<=t[n]-i?e:n}function Hm(i){return(e,n,s)=>{let r=-1,o=-1;for(let a=n;a<=s;a++)if(i(e[a])){r=a;break}for(let a=s;a>=n;a--)if(i(e[a])){o=a;break}return[r,o]}}var Gm=i=>i!=null,Wm=i=>i!=null&&i>0,Vl=Hm(Gm),uy=Hm(Wm);function dy(i,t,e,n=0,s=!1){let r=s?uy:Vl,o=s?Wm:Gm;[t,e]=r(i,t,e);let a=i[t],l=i[t];if(t>-1)if(n==1)a=i[t],l=i[e];else if(n==-1)a=i[e],l=i[t];else for(let c=t;c<=e;c++){let h=i[c];o(h)&&(h<a?a=h:h>l&&(l=h))}return[a??He,l??-He]}function Hl(i,t,e,n){let s=_m(i),r=_m(t);i==t&&(s==-1?(i*=e,t/=e):(i/=e,t*=e));let o=e==10?ps:Xm,a=s==1?ui:Ei,l=r==1?Ei:ui,c=a(o(yn(i))),h=l(o(yn(t))),u=Qr(e,c),d=Qr(e,h);return e==10&&(c<0&&(u=Ge(u,-c)),h<0&&(d=Ge(d,-h))),n||e==2?(i=u*s,t=d*r):(i=Zm(i,u),t=Gl(t,d)),[i,t]}function Md(i,t,e,n){let s=Hl(i,t,e,n);return i==0&&(s[0]=0),t==0&&(s[1]=0),s}var bd=.1,mm={mode:3,pad:bd},ua={pad:0,soft:null,mode:0},fy={min:ua,max:ua};function zl(i,t,e,n){return Wl(e)?gm(i,t,e):(ua.pad=e,ua.soft=n?0:null,ua.mode=n?3:0,gm(i,t,fy))}function Ce(i,t){return i??t}function py(i,t,e){for(t=Ce(t,0),e=Ce(e,i.length-1);t<=e;){if(i[t]!=null)return!0;t++}return!1}function gm(i,t,e){let n=e.min,s=e.max,r=Ce(n.pad,0),o=Ce(s.pad,0),a=Ce(n.hard,-He),l=Ce(s.hard,He),c=Ce(n.soft,He),h=Ce(s.soft,-He),u=Ce(n.mode,0),d=Ce(s.mode,0),f=t-i,p=ps(f),y=Jn(yn(i),yn(t)),m=ps(y),g=yn(m-p);(f<1e-24||g>10)&&(f=0,(i==0||t==0)&&(f=1e-24,u==2&&c!=He&&(r=0),d==2&&h!=-He&&(o=0)));let S=f||y||1e3,A=ps(S),v=Qr(10,ui(A)),P=S*(f==0?i==0?.1:1:r),E=Ge(Zm(i-P,v/10),24),_=i>=c&&(u==1||u==3&&E<=c||u==2&&E>=c)?c:He,T=Jn(a,E<_&&i>=_?_:Fi(_,E)),B=S*(f==0?t==0?.1:1:o),U=Ge(Gl(t+B,v/10),24),L=t<=h&&(d==1||d==3&&U>=h||d==2&&U<=h)?h:-He,H=Fi(l,U>L&&t<=L?L:Jn(L,U));return T==H&&T==0&&(H=100),[T,H]}var my=new Intl.NumberFormat(io?cy.language:"en-US"),wd=i=>my.format(i),di=Math,Ol=di.PI,yn=di.abs,ui=di.floor,xn=di.round,Ei=di.ceil,Fi=di.min,Jn=di.max,Qr=di.pow,_m=di.sign,ps=di.log10,Xm=di.log2,gy=(i,t=1)=>di.sinh(i)*t,rd=(i,t=1)=>di.asinh(i/t),He=1/0;function xm(i){return(ps((i^i>>31)-(i>>31))|0)+1}function fd(i,t,e){return Fi(Jn(i,t),e)}function qm(i){return typeof i=="function"}function Te(i){return qm(i)?i:()=>i}var _y=()=>{},Ym=i=>i,$m=(i,t)=>t,xy=i=>null,ym=i=>!0,vm=(i,t)=>i==t,yy=/\.\d*?(?=9{6,}|0{6,})/gm,_r=i=>{if(Km(i)||ks.has(i))return i;let t=`${i}`,e=t.match(yy);if(e==null)return i;let n=e[0].length-1;if(t.indexOf("e-")!=-1){let[s,r]=t.split("e");return+`${_r(s)}e${r}`}return Ge(i,n)};function fr(i,t){return _r(Ge(_r(i/t))*t)}function Gl(i,t){return _r(Ei(_r(i/t))*t)}function Zm(i,t){return _r(ui(_r(i/t))*t)}function Ge(i,t=0){if(Km(i))return i;let e=10**t,n=i*e*(1+Number.EPSILON);return xn(n)/e}var ks=new Map;function Jm(i){return((""+i).split(".")[1]||"").length}function fa(i,t,e,n){let s=[],r=n.map(Jm);for(let o=t;o<e;o++){let a=yn(o),l=Ge(Qr(i,o),a);for(let c=0;c<n.length;c++){let h=i==10?+`${n[c]}e${o}`:n[c]*l,u=(o>=0?0:a)+(o>=r[c]?0:r[c]),d=i==10?h:Ge(h,u);s.push(d),ks.set(d,u)}}return s}var da={},Ed=[],to=[null,null],zs=Array.isArray,Km=Number.isInteger,vy=i=>i===void 0;function Sm(i){return typeof i=="string"}function Wl(i){let t=!1;if(i!=null){let e=i.constructor;t=e==null||e==Object}return t}function Sy(i){return i!=null&&typeof i=="object"}var My=Object.getPrototypeOf(Uint8Array),jm="__proto__";function eo(i,t=Wl){let e;if(zs(i)){let n=i.find(s=>s!=null);if(zs(n)||t(n)){e=Array(i.length);for(let s=0;s<i.length;s++)e[s]=eo(i[s],t)}else e=i.slice()}else if(i instanceof My)e=i.slice();else if(t(i)){e={};for(let n in i)n!=jm&&(e[n]=eo(i[n],t))}else e=i;return e}function mn(i){let t=arguments;for(let e=1;e<t.length;e++){let n=t[e];for(let s in n)s!=jm&&(Wl(i[s])?mn(i[s],eo(n[s])):i[s]=eo(n[s]))}return i}var by=0,wy=1,Ey=2;function Ty(i,t,e){for(let n=0,s,r=-1;n<t.length;n++){let o=t[n];if(o>r){for(s=o-1;s>=0&&i[s]==null;)i[s--]=null;for(s=o+1;s<e&&i[s]==null;)i[r=s++]=null}}}function Ay(i,t){if(Py(i)){let o=i[0].slice();for(let a=1;a<i.length;a++)o.push(...i[a].slice(1));return Iy(o[0])||(o=Cy(o)),o}let e=new Set;for(let o=0;o<i.length;o++){let l=i[o][0],c=l.length;for(let h=0;h<c;h++)e.add(l[h])}let n=[Array.from(e).sort((o,a)=>o-a)],s=n[0].length,r=new Map;for(let o=0;o<s;o++)r.set(n[0][o],o);for(let o=0;o<i.length;o++){let a=i[o],l=a[0];for(let c=1;c<a.length;c++){let h=a[c],u=Array(s).fill(void 0),d=t?t[o][c]:wy,f=[];for(let p=0;p<h.length;p++){let y=h[p],m=r.get(l[p]);y===null?d!=by&&(u[m]=y,d==Ey&&f.push(m)):u[m]=y}Ty(u,f,s),n.push(u)}}return n}var Ry=typeof queueMicrotask>"u"?i=>Promise.resolve().then(i):queueMicrotask;function Cy(i){let t=i[0],e=t.length,n=Array(e);for(let r=0;r<n.length;r++)n[r]=r;n.sort((r,o)=>t[r]-t[o]);let s=[];for(let r=0;r<i.length;r++){let o=i[r],a=Array(e);for(let l=0;l<e;l++)a[l]=o[n[l]];s.push(a)}return s}function Py(i){let t=i[0][0],e=t.length;for(let n=1;n<i.length;n++){let s=i[n][0];if(s.length!=e)return!1;if(s!=t){for(let r=0;r<e;r++)if(s[r]!=t[r])return!1}}return!0}function Iy(i,t=100){let e=i.length;if(e<=1)return!0;let n=0,s=e-1;for(;n<=s&&i[n]==null;)n++;for(;s>=n&&i[s]==null;)s--;if(s<=n)return!0;let r=Jn(1,ui((s-n+1)/t));for(let o=i[n],a=n+r;a<=s;a+=r){let l=i[a];if(l!=null){if(l<=o)return!1;o=l}}return!0}var Qm=["January","February","March","April","May","June","July","August","September","October","November","December"],tg=["Sunday","Monday","Tuesday","Wednesday","Thursday","Friday","Saturday"];function eg(i){return i.slice(0,3)}var Ly=tg.map(eg),Dy=Qm.map(eg),Ny={MMMM:Qm,MMM:Dy,WWWW:tg,WWW:Ly};function aa(i){return(i<10?"0":"")+i}function Uy(i){return(i<10?"00":i<100?"0":"")+i}var Fy={YYYY:i=>i.getFullYear(),YY:i=>(i.getFullYear()+"").slice(2),MMMM:(i,t)=>t.MMMM[i.getMonth()],MMM:(i,t)=>t.MMM[i.getMonth()],MM:i=>aa(i.getMonth()+1),M:i=>i.getMonth()+1,DD:i=>aa(i.getDate()),D:i=>i.getDate(),WWWW:(i,t)=>t.WWWW[i.getDay()],WWW:(i,t)=>t.WWW[i.getDay()],HH:i=>aa(i.getHours()),H:i=>i.getHours(),h:i=>{let t=i.getHours();return t==0?12:t>12?t-12:t},AA:i=>i.getHours()>=12?"PM":"AM",aa:i=>i.getHours()>=12?"pm":"am",a:i=>i.getHours()>=12?"p":"a",mm:i=>aa(i.getMinutes()),m:i=>i.getMinutes(),ss:i=>aa(i.getSeconds()),s:i=>i.getSeconds(),fff:i=>Uy(i.getMilliseconds())};function Td(i,t){t=t||Ny;let e=[],n=/\{([a-z]+)\}|[^{]+/gi,s;for(;s=n.exec(i);)e.push(s[0][0]=="{"?Fy[s[1]]:s[0]);return r=>{let o="";for(let a=0;a<e.length;a++)o+=typeof e[a]=="string"?e[a]:e[a](r,t);return o}}var Oy=new Intl.DateTimeFormat().resolvedOptions().timeZone;function By(i,t){let e;return t=="UTC"||t=="Etc/UTC"?e=new Date(+i+i.getTimezoneOffset()*6e4):t==Oy?e=i:(e=new Date(i.toLocaleString("en-US",{timeZone:t})),e.setMilliseconds(i.getMilliseconds())),e}var ng=i=>i%1==0,kl=[1,2,2.5,5],zy=fa(10,-32,0,kl),ig=fa(10,0,32,kl),ky=ig.filter(ng),pr=zy.concat(ig),Ad=`
`,sg="{YYYY}",Mm=Ad+sg,rg="{M}/{D}",ha=Ad+rg,Ul=ha+"/{YY}",og="{aa}",Vy="{h}:{mm}",Kr=Vy+og,bm=Ad+Kr,wm=":{ss}",Ne=null;function ag(i){let t=i*1e3,e=t*60,n=e*60,s=n*24,r=s*30,o=s*365,l=(i==1?fa(10,0,3,kl).filter(ng):fa(10,-3,0,kl)).concat([t,t*5,t*10,t*15,t*30,e,e*5,e*10,e*15,e*30,n,n*2,n*3,n*4,n*6,n*8,n*12,s,s*2,s*3,s*4,s*5,s*6,s*7,s*8,s*9,s*10,s*15,r,r*2,r*3,r*4,r*6,o,o*2,o*5,o*10,o*25,o*50,o*100]),c=[[o,sg,Ne,Ne,Ne,Ne,Ne,Ne,1],[s*28,"{MMM}",Mm,Ne,Ne,Ne,Ne,Ne,1],[s,rg,Mm,Ne,Ne,Ne,Ne,Ne,1],[n,"{h}"+og,Ul,Ne,ha,Ne,Ne,Ne,1],[e,Kr,Ul,Ne,ha,Ne,Ne,Ne,1],[t,wm,Ul+" "+Kr,Ne,ha+" "+Kr,Ne,bm,Ne,1],[i,wm+".{fff}",Ul+" "+Kr,Ne,ha+" "+Kr,Ne,bm,Ne,1]];function h(u){return(d,f,p,y,m,g)=>{let S=[],A=m>=o,v=m>=r&&m<o,P=u(p),E=Ge(P*i,3),_=od(P.getFullYear(),A?0:P.getMonth(),v||A?1:P.getDate()),T=Ge(_*i,3);if(v||A){let B=v?m/r:0,U=A?m/o:0,L=E==T?E:Ge(od(_.getFullYear()+U,_.getMonth()+B,1)*i,3),H=new Date(xn(L/i)),W=H.getFullYear(),D=H.getMonth();for(let V=0;L<=y;V++){let q=od(W+U*V,D+B*V,1),k=q-u(Ge(q*i,3));L=Ge((+q+k)*i,3),L<=y&&S.push(L)}}else{let B=m>=s?s:m,U=ui(p)-ui(E),L=T+U+Gl(E-T,B);S.push(L);let H=u(L),W=H.getHours()+H.getMinutes()/e+H.getSeconds()/n,D=m/n,V=d.axes[f]._space,q=g/V;for(;L=Ge(L+m,i==1?0:3),!(L>y);)if(D>1){let k=ui(Ge(W+D,6))%24,j=u(L).getHours()-k;j>1&&(j=-1),L-=j*n,W=(W+D)%24;let tt=S[S.length-1];Ge((L-tt)/m,3)*q>=.7&&S.push(L)}else S.push(L)}return S}}return[l,c,h]}var[Hy,Gy,Wy]=ag(1),[Xy,qy,Yy]=ag(.001);fa(2,-53,53,[1]);function Em(i,t){return i.map(e=>e.map((n,s)=>s==0||s==8||n==null?n:t(s==1||e[8]==0?n:e[1]+n)))}function Tm(i,t){return(e,n,s,r,o)=>{let a=t.find(p=>o>=p[0])||t[t.length-1],l,c,h,u,d,f;return n.map(p=>{let y=i(p),m=y.getFullYear(),g=y.getMonth(),S=y.getDate(),A=y.getHours(),v=y.getMinutes(),P=y.getSeconds(),E=m!=l&&a[2]||g!=c&&a[3]||S!=h&&a[4]||A!=u&&a[5]||v!=d&&a[6]||P!=f&&a[7]||a[1];return l=m,c=g,h=S,u=A,d=v,f=P,E(y)})}}function $y(i,t){let e=Td(t);return(n,s,r,o,a)=>s.map(l=>e(i(l)))}function od(i,t,e){return new Date(i,t,e)}function Am(i,t){return t(i)}var Zy="{YYYY}-{MM}-{DD} {h}:{mm}{aa}";function Rm(i,t){return(e,n,s,r)=>r==null?vd:t(i(n))}function Jy(i,t){let e=i.series[t];return e.width?e.stroke(i,t):e.points.width?e.points.stroke(i,t):null}function Ky(i,t){return i.series[t].fill(i,t)}var jy={show:!0,live:!0,isolate:!1,mount:_y,markers:{show:!0,width:2,stroke:Jy,fill:Ky,dash:"solid"},idx:null,idxs:null,values:[]};function Qy(i,t){let e=i.cursor.points,n=wi(),s=e.size(i,t);Ze(n,la,s),Ze(n,ca,s);let r=s/-2;Ze(n,"marginLeft",r),Ze(n,"marginTop",r);let o=e.width(i,t,s);return o&&Ze(n,"borderWidth",o),n}function tv(i,t){let e=i.series[t].points;return e._fill||e._stroke}function ev(i,t){let e=i.series[t].points;return e._stroke||e._fill}function nv(i,t){return i.series[t].points.size}var ad=[0,0];function iv(i,t,e){return ad[0]=t,ad[1]=e,ad}function Fl(i,t,e,n=!0){return s=>{s.button==0&&(!n||s.target==t)&&e(s)}}function ld(i,t,e,n=!0){return s=>{(!n||s.target==t)&&e(s)}}var sv={show:!0,x:!0,y:!0,lock:!1,move:iv,points:{one:!1,show:Qy,size:nv,width:0,stroke:ev,fill:tv},bind:{mousedown:Fl,mouseup:Fl,click:Fl,dblclick:Fl,mousemove:ld,mouseleave:ld,mouseenter:ld},drag:{setScale:!0,x:!0,y:!1,dist:0,uni:null,click:(i,t)=>{t.stopPropagation(),t.stopImmediatePropagation()},_x:!1,_y:!1},focus:{dist:(i,t,e,n,s)=>n-s,prox:-1,bias:0},hover:{skip:[void 0],prox:null,bias:0},left:-10,top:-10,idx:null,dataIdx:null,idxs:null,event:null},lg={show:!0,stroke:"rgba(0,0,0,0.07)",width:2},Rd=mn({},lg,{filter:$m}),cg=mn({},Rd,{size:10}),hg=mn({},lg,{show:!1}),Cd='12px system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, "Noto Sans", sans-serif, "Apple Color Emoji", "Segoe UI Emoji", "Segoe UI Symbol", "Noto Color Emoji"',ug="bold "+Cd,dg=1.5,Cm={show:!0,scale:"x",stroke:yd,space:50,gap:5,alignTo:1,size:50,labelGap:0,labelSize:30,labelFont:ug,side:2,grid:Rd,ticks:cg,border:hg,font:Cd,lineGap:dg,rotate:0},rv="Value",ov="Time",Pm={show:!0,scale:"x",auto:!1,sorted:1,min:He,max:-He,idxs:[]};function av(i,t,e,n,s){return t.map(r=>r==null?"":wd(r))}function lv(i,t,e,n,s,r,o){let a=[],l=ks.get(s)||0;e=o?e:Ge(Gl(e,s),l);for(let c=e;c<=n;c=Ge(c+s,l))a.push(Object.is(c,-0)?0:c);return a}function pd(i,t,e,n,s,r,o){let a=[],l=i.scales[i.axes[t].scale].log,c=l==10?ps:Xm,h=ui(c(e));s=Qr(l,h),l==10&&(s=pr[Ui(s,pr)]);let u=e,d=s*l;l==10&&(d=pr[Ui(d,pr)]);do a.push(u),u=u+s,l==10&&!ks.has(u)&&(u=Ge(u,ks.get(s))),u>=d&&(s=u,d=s*l,l==10&&(d=pr[Ui(d,pr)]));while(u<=n);return a}function cv(i,t,e,n,s,r,o){let l=i.scales[i.axes[t].scale].asinh,c=n>l?pd(i,t,Jn(l,e),n,s):[l],h=n>=0&&e<=0?[0]:[];return(e<-l?pd(i,t,Jn(l,-n),-e,s):[l]).reverse().map(d=>-d).concat(h,c)}var fg=/./,hv=/[12357]/,uv=/[125]/,Im=/1/,md=(i,t,e,n)=>i.map((s,r)=>t==4&&s==0||r%n==0&&e.test(s.toExponential()[s<0?1:0])?s:null);function dv(i,t,e,n,s){let r=i.axes[e],o=r.scale,a=i.scales[o],l=i.valToPos,c=r._space,h=l(10,o),u=l(9,o)-h>=c?fg:l(7,o)-h>=c?hv:l(5,o)-h>=c?uv:Im;if(u==Im){let d=yn(l(1,o)-h);if(d<c)return md(t.slice().reverse(),a.distr,u,Ei(c/d)).reverse()}return md(t,a.distr,u,1)}function fv(i,t,e,n,s){let r=i.axes[e],o=r.scale,a=r._space,l=i.valToPos,c=yn(l(1,o)-l(2,o));return c<a?md(t.slice().reverse(),3,fg,Ei(a/c)).reverse():t}function pv(i,t,e,n){return n==null?vd:t==null?"":wd(t)}var Lm={show:!0,scale:"y",stroke:yd,space:30,gap:5,alignTo:1,size:50,labelGap:0,labelSize:30,labelFont:ug,side:3,grid:Rd,ticks:cg,border:hg,font:Cd,lineGap:dg,rotate:0};function mv(i,t){let e=3+(i||1)*2;return Ge(e*t,3)}function gv(i,t){let{scale:e,idxs:n}=i.series[0],s=i._data[0],r=i.valToPos(s[n[0]],e,!0),o=i.valToPos(s[n[1]],e,!0),a=yn(o-r),l=i.series[t],c=a/(l.points.space*Ie);return n[1]-n[0]<=c}var Dm={scale:null,auto:!0,sorted:0,min:He,max:-He},pg=(i,t,e,n,s)=>s,Nm={show:!0,auto:!0,sorted:0,gaps:pg,alpha:1,facets:[mn({},Dm,{scale:"x"}),mn({},Dm,{scale:"y"})]},Um={scale:"y",auto:!0,sorted:0,show:!0,spanGaps:!1,gaps:pg,alpha:1,points:{show:gv,filter:null},values:null,min:He,max:-He,idxs:[],path:null,clip:null};function _v(i,t,e,n,s){return e/10}var mg={time:!0,auto:!0,distr:1,log:10,asinh:1,min:null,max:null,dir:1,ori:0},xv=mn({},mg,{time:!1,ori:1}),Fm={};function gg(i,t){let e=Fm[i];return e||(e={key:i,plots:[],sub(n){e.plots.push(n)},unsub(n){e.plots=e.plots.filter(s=>s!=n)},pub(n,s,r,o,a,l,c){for(let h=0;h<e.plots.length;h++)e.plots[h]!=s&&e.plots[h].pub(n,s,r,o,a,l,c)}},i!=null&&(Fm[i]=e)),e}var no=1,gd=2;function xr(i,t,e){let n=i.mode,s=i.series[t],r=n==2?i._data[t]:i._data,o=i.scales,a=i.bbox,l=r[0],c=n==2?r[1]:r[t],h=n==2?o[s.facets[0].scale]:o[i.series[0].scale],u=n==2?o[s.facets[1].scale]:o[s.scale],d=a.left,f=a.top,p=a.width,y=a.height,m=i.valToPosH,g=i.valToPosV;return h.ori==0?e(s,l,c,h,u,m,g,d,f,p,y,ql,so,$l,xg,vg):e(s,l,c,h,u,g,m,f,d,y,p,Yl,ro,Ld,yg,Sg)}function Pd(i,t){let e=0,n=0,s=Ce(i.bands,Ed);for(let r=0;r<s.length;r++){let o=s[r];o.series[0]==t?e=o.dir:o.series[1]==t&&(o.dir==1?n|=1:n|=2)}return[e,n==1?-1:n==2?1:n==3?2:0]}function yv(i,t,e,n,s){let r=i.mode,o=i.series[t],a=r==2?o.facets[1].scale:o.scale,l=i.scales[a];return s==-1?l.min:s==1?l.max:l.distr==3?l.dir==1?l.min:l.max:0}function ms(i,t,e,n,s,r){return xr(i,t,(o,a,l,c,h,u,d,f,p,y,m)=>{let g=o.pxRound,S=c.dir*(c.ori==0?1:-1),A=c.ori==0?so:ro,v,P;S==1?(v=e,P=n):(v=n,P=e);let E=g(u(a[v],c,y,f)),_=g(d(l[v],h,m,p)),T=g(u(a[P],c,y,f)),B=g(d(r==1?h.max:h.min,h,m,p)),U=new Path2D(s);return A(U,T,B),A(U,E,B),A(U,E,_),U})}function Xl(i,t,e,n,s,r){let o=null;if(i.length>0){o=new Path2D;let a=t==0?$l:Ld,l=e;for(let u=0;u<i.length;u++){let d=i[u];if(d[1]>d[0]){let f=d[0]-l;f>0&&a(o,l,n,f,n+r),l=d[1]}}let c=e+s-l,h=10;c>0&&a(o,l,n-h/2,c,n+r+h)}return o}function vv(i,t,e){let n=i[i.length-1];n&&n[0]==t?n[1]=e:i.push([t,e])}function Id(i,t,e,n,s,r,o){let a=[],l=i.length;for(let c=s==1?e:n;c>=e&&c<=n;c+=s)if(t[c]===null){let u=c,d=c;if(s==1)for(;++c<=n&&t[c]===null;)d=c;else for(;--c>=e&&t[c]===null;)d=c;let f=r(i[u]),p=d==u?f:r(i[d]),y=u-s;f=o<=0&&y>=0&&y<l?r(i[y]):f;let g=d+s;p=o>=0&&g>=0&&g<l?r(i[g]):p,p>=f&&a.push([f,p])}return a}function Om(i){return i==0?Ym:i==1?xn:t=>fr(t,i)}function _g(i){let t=i==0?ql:Yl,e=i==0?(s,r,o,a,l,c)=>{s.arcTo(r,o,a,l,c)}:(s,r,o,a,l,c)=>{s.arcTo(o,r,l,a,c)},n=i==0?(s,r,o,a,l)=>{s.rect(r,o,a,l)}:(s,r,o,a,l)=>{s.rect(o,r,l,a)};return(s,r,o,a,l,c=0,h=0)=>{c==0&&h==0?n(s,r,o,a,l):(c=Fi(c,a/2,l/2),h=Fi(h,a/2,l/2),t(s,r+c,o),e(s,r+a,o,r+a,o+l,c),e(s,r+a,o+l,r,o+l,h),e(s,r,o+l,r,o,h),e(s,r,o,r+a,o,c),s.closePath())}}var ql=(i,t,e)=>{i.moveTo(t,e)},Yl=(i,t,e)=>{i.moveTo(e,t)},so=(i,t,e)=>{i.lineTo(t,e)},ro=(i,t,e)=>{i.lineTo(e,t)},$l=_g(0),Ld=_g(1),xg=(i,t,e,n,s,r)=>{i.arc(t,e,n,s,r)},yg=(i,t,e,n,s,r)=>{i.arc(e,t,n,s,r)},vg=(i,t,e,n,s,r,o)=>{i.bezierCurveTo(t,e,n,s,r,o)},Sg=(i,t,e,n,s,r,o)=>{i.bezierCurveTo(e,t,s,n,o,r)};function Mg(i){return(t,e,n,s,r)=>xr(t,e,(o,a,l,c,h,u,d,f,p,y,m)=>{let{pxRound:g,points:S}=o,A,v;c.ori==0?(A=ql,v=xg):(A=Yl,v=yg);let P=Ge(S.width*Ie,3),E=(S.size-S.width)/2*Ie,_=Ge(E*2,3),T=new Path2D,B=new Path2D,{left:U,top:L,width:H,height:W}=t.bbox;$l(B,U-_,L-_,H+_*2,W+_*2);let D=V=>{if(l[V]!=null){let q=g(u(a[V],c,y,f)),k=g(d(l[V],h,m,p));A(T,q+E,k),v(T,q,k,E,0,Ol*2)}};if(r)r.forEach(D);else for(let V=n;V<=s;V++)D(V);return{stroke:P>0?T:null,fill:T,clip:B,flags:no|gd}})}function bg(i){return(t,e,n,s,r,o)=>{n!=s&&(r!=n&&o!=n&&i(t,e,n),r!=s&&o!=s&&i(t,e,s),i(t,e,o))}}var Sv=bg(so),Mv=bg(ro);function wg(i){let t=Ce(i?.alignGaps,0);return(e,n,s,r)=>xr(e,n,(o,a,l,c,h,u,d,f,p,y,m)=>{[s,r]=Vl(l,s,r);let g=o.pxRound,S=W=>g(u(W,c,y,f)),A=W=>g(d(W,h,m,p)),v,P;c.ori==0?(v=so,P=Sv):(v=ro,P=Mv);let E=c.dir*(c.ori==0?1:-1),_={stroke:new Path2D,fill:null,clip:null,band:null,gaps:null,flags:no},T=_.stroke,B=!1;if(r-s>=y*4){let W=ct=>e.posToVal(ct,c.key,!0),D=null,V=null,q,k,lt,Z=S(a[E==1?s:r]),j=S(a[s]),tt=S(a[r]),dt=W(E==1?j+1:tt-1);for(let ct=E==1?s:r;ct>=s&&ct<=r;ct+=E){let Q=a[ct],xt=(E==1?Q<dt:Q>dt)?Z:S(Q),It=l[ct];xt==Z?It!=null?(k=It,D==null?(v(T,xt,A(k)),q=D=V=k):k<D?D=k:k>V&&(V=k)):It===null&&(B=!0):(D!=null&&P(T,Z,A(D),A(V),A(q),A(k)),It!=null?(k=It,v(T,xt,A(k)),D=V=q=k):(D=V=null,It===null&&(B=!0)),Z=xt,dt=W(Z+E))}D!=null&&D!=V&&lt!=Z&&P(T,Z,A(D),A(V),A(q),A(k))}else for(let W=E==1?s:r;W>=s&&W<=r;W+=E){let D=l[W];D===null?B=!0:D!=null&&v(T,S(a[W]),A(D))}let[L,H]=Pd(e,n);if(o.fill!=null||L!=0){let W=_.fill=new Path2D(T),D=o.fillTo(e,n,o.min,o.max,L),V=A(D),q=S(a[s]),k=S(a[r]);E==-1&&([k,q]=[q,k]),v(W,k,V),v(W,q,V)}if(!o.spanGaps){let W=[];B&&W.push(...Id(a,l,s,r,E,S,t)),_.gaps=W=o.gaps(e,n,s,r,W),_.clip=Xl(W,c.ori,f,p,y,m)}return H!=0&&(_.band=H==2?[ms(e,n,s,r,T,-1),ms(e,n,s,r,T,1)]:ms(e,n,s,r,T,H)),_})}function bv(i){let t=Ce(i.align,1),e=Ce(i.ascDesc,!1),n=Ce(i.alignGaps,0),s=Ce(i.extend,!1);return(r,o,a,l)=>xr(r,o,(c,h,u,d,f,p,y,m,g,S,A)=>{[a,l]=Vl(u,a,l);let v=c.pxRound,{left:P,width:E}=r.bbox,_=j=>v(p(j,d,S,m)),T=j=>v(y(j,f,A,g)),B=d.ori==0?so:ro,U={stroke:new Path2D,fill:null,clip:null,band:null,gaps:null,flags:no},L=U.stroke,H=d.dir*(d.ori==0?1:-1),W=T(u[H==1?a:l]),D=_(h[H==1?a:l]),V=D,q=D;s&&t==-1&&(q=P,B(L,q,W)),B(L,D,W);for(let j=H==1?a:l;j>=a&&j<=l;j+=H){let tt=u[j];if(tt==null)continue;let dt=_(h[j]),ct=T(tt);t==1?B(L,dt,W):B(L,V,ct),B(L,dt,ct),W=ct,V=dt}let k=V;s&&t==1&&(k=P+E,B(L,k,W));let[lt,Z]=Pd(r,o);if(c.fill!=null||lt!=0){let j=U.fill=new Path2D(L),tt=c.fillTo(r,o,c.min,c.max,lt),dt=T(tt);B(j,k,dt),B(j,q,dt)}if(!c.spanGaps){let j=[];j.push(...Id(h,u,a,l,H,_,n));let tt=c.width*Ie/2,dt=e||t==1?tt:-tt,ct=e||t==-1?-tt:tt;j.forEach(Q=>{Q[0]+=dt,Q[1]+=ct}),U.gaps=j=c.gaps(r,o,a,l,j),U.clip=Xl(j,d.ori,m,g,S,A)}return Z!=0&&(U.band=Z==2?[ms(r,o,a,l,L,-1),ms(r,o,a,l,L,1)]:ms(r,o,a,l,L,Z)),U})}function Bm(i,t,e,n,s,r,o=He){if(i.length>1){let a=null;for(let l=0,c=1/0;l<i.length;l++)if(t[l]!==void 0){if(a!=null){let h=yn(i[l]-i[a]);h<c&&(c=h,o=yn(e(i[l],n,s,r)-e(i[a],n,s,r)))}a=l}}return o}function wv(i){i=i||da;let t=Ce(i.size,[.6,He,1]),e=i.align||0,n=i.gap||0,s=i.radius;s=s==null?[0,0]:typeof s=="number"?[s,0]:s;let r=Te(s),o=1-t[0],a=Ce(t[1],He),l=Ce(t[2],1),c=Ce(i.disp,da),h=Ce(i.each,f=>{}),{fill:u,stroke:d}=c;return(f,p,y,m)=>xr(f,p,(g,S,A,v,P,E,_,T,B,U,L)=>{let H=g.pxRound,W=e,D=n*Ie,V=a*Ie,q=l*Ie,k,lt;v.ori==0?[k,lt]=r(f,p):[lt,k]=r(f,p);let Z=v.dir*(v.ori==0?1:-1),j=v.ori==0?$l:Ld,tt=v.ori==0?h:(St,Xt,he,wt,De,$t,Qt)=>{h(St,Xt,he,De,wt,Qt,$t)},dt=Ce(f.bands,Ed).find(St=>St.series[0]==p),ct=dt!=null?dt.dir:0,Q=g.fillTo(f,p,g.min,g.max,ct),gt=H(_(Q,P,L,B)),xt,It,bt,Ht=U,ie=H(g.width*Ie),Jt=!1,se=null,ne=null,rt=null,yt=null;u!=null&&(ie==0||d!=null)&&(Jt=!0,se=u.values(f,p,y,m),ne=new Map,new Set(se).forEach(St=>{St!=null&&ne.set(St,new Path2D)}),ie>0&&(rt=d.values(f,p,y,m),yt=new Map,new Set(rt).forEach(St=>{St!=null&&yt.set(St,new Path2D)})));let{x0:_t,size:Bt}=c;if(_t!=null&&Bt!=null){W=1,S=_t.values(f,p,y,m),_t.unit==2&&(S=S.map(he=>f.posToVal(T+he*U,v.key,!0)));let St=Bt.values(f,p,y,m);Bt.unit==2?It=St[0]*U:It=E(St[0],v,U,T)-E(0,v,U,T),Ht=Bm(S,A,E,v,U,T,Ht),bt=Ht-It+D}else Ht=Bm(S,A,E,v,U,T,Ht),bt=Ht*o+D,It=Ht-bt;bt<1&&(bt=0),ie>=It/2&&(ie=0),bt<5&&(H=Ym);let Lt=bt>0,ee=Ht-bt-(Lt?ie:0);It=H(fd(ee,q,V)),xt=(W==0?It/2:W==Z?0:It)-W*Z*((W==0?D/2:0)+(Lt?ie/2:0));let zt={stroke:null,fill:null,clip:null,band:null,gaps:null,flags:0},_e=Jt?null:new Path2D,de=null;if(dt!=null)de=f.data[dt.series[1]];else{let{y0:St,y1:Xt}=c;St!=null&&Xt!=null&&(A=Xt.values(f,p,y,m),de=St.values(f,p,y,m))}let ye=k*It,F=lt*It;for(let St=Z==1?y:m;St>=y&&St<=m;St+=Z){let Xt=A[St];if(Xt==null)continue;if(de!=null){let X=de[St]??0;if(Xt-X==0)continue;gt=_(X,P,L,B)}let he=v.distr!=2||c!=null?S[St]:St,wt=E(he,v,U,T),De=_(Ce(Xt,Q),P,L,B),$t=H(wt-xt),Qt=H(Jn(De,gt)),R=H(Fi(De,gt)),M=Qt-R;if(Xt!=null){let X=Xt<0?F:ye,ut=Xt<0?ye:F;Jt?(ie>0&&rt[St]!=null&&j(yt.get(rt[St]),$t,R+ui(ie/2),It,Jn(0,M-ie),X,ut),se[St]!=null&&j(ne.get(se[St]),$t,R+ui(ie/2),It,Jn(0,M-ie),X,ut)):j(_e,$t,R+ui(ie/2),It,Jn(0,M-ie),X,ut),tt(f,p,St,$t-ie/2,R,It+ie,M)}}return ie>0?zt.stroke=Jt?yt:_e:Jt||(zt._fill=g.width==0?g._fill:g._stroke??g._fill,zt.width=0),zt.fill=Jt?ne:_e,zt})}function Ev(i,t){let e=Ce(t?.alignGaps,0);return(n,s,r,o)=>xr(n,s,(a,l,c,h,u,d,f,p,y,m,g)=>{[r,o]=Vl(c,r,o);let S=a.pxRound,A=k=>S(d(k,h,m,p)),v=k=>S(f(k,u,g,y)),P,E,_;h.ori==0?(P=ql,_=so,E=vg):(P=Yl,_=ro,E=Sg);let T=h.dir*(h.ori==0?1:-1),B=A(l[T==1?r:o]),U=B,L=[],H=[];for(let k=T==1?r:o;k>=r&&k<=o;k+=T)if(c[k]!=null){let Z=l[k],j=A(Z);L.push(U=j),H.push(v(c[k]))}let W={stroke:i(L,H,P,_,E,S),fill:null,clip:null,band:null,gaps:null,flags:no},D=W.stroke,[V,q]=Pd(n,s);if(a.fill!=null||V!=0){let k=W.fill=new Path2D(D),lt=a.fillTo(n,s,a.min,a.max,V),Z=v(lt);_(k,U,Z),_(k,B,Z)}if(!a.spanGaps){let k=[];k.push(...Id(l,c,r,o,T,A,e)),W.gaps=k=a.gaps(n,s,r,o,k),W.clip=Xl(k,h.ori,p,y,m,g)}return q!=0&&(W.band=q==2?[ms(n,s,r,o,D,-1),ms(n,s,r,o,D,1)]:ms(n,s,r,o,D,q)),W})}function Tv(i){return Ev(Av,i)}function Av(i,t,e,n,s,r){let o=i.length;if(o<2)return null;let a=new Path2D;if(e(a,i[0],t[0]),o==2)n(a,i[1],t[1]);else{let l=Array(o),c=Array(o-1),h=Array(o-1),u=Array(o-1);for(let d=0;d<o-1;d++)h[d]=t[d+1]-t[d],u[d]=i[d+1]-i[d],c[d]=h[d]/u[d];l[0]=c[0];for(let d=1;d<o-1;d++)c[d]===0||c[d-1]===0||c[d-1]>0!=c[d]>0?l[d]=0:(l[d]=3*(u[d-1]+u[d])/((2*u[d]+u[d-1])/c[d-1]+(u[d]+2*u[d-1])/c[d]),isFinite(l[d])||(l[d]=0));l[o-1]=c[o-2];for(let d=0;d<o-1;d++)s(a,i[d]+u[d]/3,t[d]+l[d]*u[d]/3,i[d+1]-u[d]/3,t[d+1]-l[d+1]*u[d]/3,i[d+1],t[d+1])}return a}var _d=new Set;function zm(){for(let i of _d)i.syncRect(!0)}io&&(gr(ay,jr,zm),gr(ly,jr,zm,!0),gr(Bl,jr,()=>{vn.pxRatio=Ie}));var Rv=wg(),Cv=Mg();function km(i,t,e,n){return(n?[i[0],i[1]].concat(i.slice(2)):[i[0]].concat(i.slice(1))).map((r,o)=>xd(r,o,t,e))}function Pv(i,t){return i.map((e,n)=>n==0?{}:mn({},t,e))}function xd(i,t,e,n){return mn({},t==0?e:n,i)}function Eg(i,t,e){return t==null?to:[t,e]}var Iv=Eg;function Lv(i,t,e){return t==null?to:zl(t,e,bd,!0)}function Tg(i,t,e,n){return t==null?to:Hl(t,e,i.scales[n].log,!1)}var Dv=Tg;function Ag(i,t,e,n){return t==null?to:Md(t,e,i.scales[n].log,!1)}var Nv=Ag;function Uv(i,t,e,n,s){let r=Jn(xm(i),xm(t)),o=t-i,a=Ui(s/n*o,e);do{let l=e[a],c=n*l/o;if(c>=s&&r+(l<5?ks.get(l):0)<=17)return[l,c]}while(++a<e.length);return[0,0]}function Vm(i){let t,e;return i=i.replace(/(\d+)px/,(n,s)=>(t=xn((e=+s)*Ie))+"px"),[i,t,e]}function Fv(i){i.show&&[i.font,i.labelFont].forEach(t=>{let e=Ge(t[2]*Ie,1);t[0]=t[0].replace(/[0-9.]+px/,e+"px"),t[1]=e})}function vn(i,t,e){let n={mode:Ce(i.mode,1)},s=n.mode;function r(x,b,I,N){let G=b.valToPct(x);return N+I*(b.dir==-1?1-G:G)}function o(x,b,I,N){let G=b.valToPct(x);return N+I*(b.dir==-1?G:1-G)}function a(x,b,I,N){return b.ori==0?r(x,b,I,N):o(x,b,I,N)}n.valToPosH=r,n.valToPosV=o;let l=!1;n.status=0;let c=n.root=wi(Gx);if(i.id!=null&&(c.id=i.id),hi(c,i.class),i.title){let x=wi(qx,c);x.textContent=i.title}let h=Ni("canvas"),u=n.ctx=h.getContext("2d"),d=wi(Yx,c);gr("click",d,x=>{x.target===p&&(qe!=Xr||je!=qr)&&Ln.click(n,x)},!0);let f=n.under=wi($x,d);d.appendChild(h);let p=n.over=wi(Zx,d);i=eo(i);let y=+Ce(i.pxAlign,1),m=Om(y);(i.plugins||[]).forEach(x=>{x.opts&&(i=x.opts(n,i)||i)});let g=i.ms||.001,S=n.series=s==1?km(i.series||[],Pm,Um,!1):Pv(i.series||[null],Nm),A=n.axes=km(i.axes||[],Cm,Lm,!0),v=n.scales={},P=n.bands=i.bands||[];P.forEach(x=>{x.fill=Te(x.fill||null),x.dir=Ce(x.dir,-1)});let E=s==2?S[1].facets[0].scale:S[0].scale,_={axes:ds,series:be},T=(i.drawOrder||["axes","series"]).map(x=>_[x]);function B(x){let b=x.distr==3?I=>ps(I>0?I:x.clamp(n,I,x.min,x.max,x.key)):x.distr==4?I=>rd(I,x.asinh):x.distr==100?I=>x.fwd(I):I=>I;return I=>{let N=b(I),{_min:G,_max:J}=x,at=J-G;return(N-G)/at}}function U(x){let b=v[x];if(b==null){let I=(i.scales||da)[x]||da;if(I.from!=null){U(I.from);let N=mn({},v[I.from],I,{key:x});N.valToPct=B(N),v[x]=N}else{b=v[x]=mn({},x==E?mg:xv,I),b.key=x;let N=b.time,G=b.range,J=zs(G);if((x!=E||s==2&&!N)&&(J&&(G[0]==null||G[1]==null)&&(G={min:G[0]==null?mm:{mode:1,hard:G[0],soft:G[0]},max:G[1]==null?mm:{mode:1,hard:G[1],soft:G[1]}},J=!1),!J&&Wl(G))){let at=G;G=(ft,Tt,kt)=>Tt==null?to:zl(Tt,kt,at)}b.range=Te(G||(N?Iv:x==E?b.distr==3?Dv:b.distr==4?Nv:Eg:b.distr==3?Tg:b.distr==4?Ag:Lv)),b.auto=Te(J?!1:b.auto),b.clamp=Te(b.clamp||_v),b._min=b._max=null,b.valToPct=B(b)}}}U("x"),U("y"),s==1&&S.forEach(x=>{U(x.scale)}),A.forEach(x=>{U(x.scale)});for(let x in i.scales)U(x);let L=v[E],H=L.distr,W,D;L.ori==0?(hi(c,Wx),W=r,D=o):(hi(c,Xx),W=o,D=r);let V={};for(let x in v){let b=v[x];(b.min!=null||b.max!=null)&&(V[x]={min:b.min,max:b.max},b.min=b.max=null)}let q=i.tzDate||(x=>new Date(xn(x/g))),k=i.fmtDate||Td,lt=g==1?Wy(q):Yy(q),Z=Tm(q,Em(g==1?Gy:qy,k)),j=Rm(q,Am(Zy,k)),tt=[],dt=n.legend=mn({},jy,i.legend),ct=n.cursor=mn({},sv,{drag:{y:s==2}},i.cursor),Q=dt.show,gt=ct.show,xt=dt.markers;dt.idxs=tt,xt.width=Te(xt.width),xt.dash=Te(xt.dash),xt.stroke=Te(xt.stroke),xt.fill=Te(xt.fill);let It,bt,Ht,ie=[],Jt=[],se,ne=!1,rt={};if(dt.live){let x=S[1]?S[1].values:null;ne=x!=null,se=ne?x(n,1,0):{_:0};for(let b in se)rt[b]=vd}if(Q)if(It=Ni("table",ey,c),Ht=Ni("tbody",null,It),dt.mount(n,It),ne){bt=Ni("thead",null,It,Ht);let x=Ni("tr",null,bt);Ni("th",null,x);for(var yt in se)Ni("th",nm,x).textContent=yt}else hi(It,iy),dt.live&&hi(It,ny);let _t={show:!0},Bt={show:!1};function Lt(x,b){if(b==0&&(ne||!dt.live||s==2))return to;let I=[],N=Ni("tr",sy,Ht,Ht.childNodes[b]);hi(N,x.class),x.show||hi(N,mr);let G=Ni("th",null,N);if(xt.show){let ft=wi(ry,G);if(b>0){let Tt=xt.width(n,b);Tt&&(ft.style.border=Tt+"px "+xt.dash(n,b)+" "+xt.stroke(n,b)),ft.style.background=xt.fill(n,b)}}let J=wi(nm,G);x.label instanceof HTMLElement?J.appendChild(x.label):J.textContent=x.label,b>0&&(xt.show||(J.style.color=x.width>0?xt.stroke(n,b):xt.fill(n,b)),zt("click",G,ft=>{if(ct._lock)return;le(ft);let Tt=S.indexOf(x);if((ft.ctrlKey||ft.metaKey)!=dt.isolate){let kt=S.some((Vt,Wt)=>Wt>0&&Wt!=Tt&&Vt.show);S.forEach((Vt,Wt)=>{Wt>0&&Yi(Wt,kt?Wt==Tt?_t:Bt:_t,!0,pn.setSeries)})}else Yi(Tt,{show:!x.show},!0,pn.setSeries)},!1),ce&&zt(om,G,ft=>{ct._lock||(le(ft),Yi(S.indexOf(x),$r,!0,pn.setSeries))},!1));for(var at in se){let ft=Ni("td",oy,N);ft.textContent="--",I.push(ft)}return[N,I]}let ee=new Map;function zt(x,b,I,N=!0){let G=ee.get(b)||{},J=ct.bind[x](n,b,I,N);J&&(gr(x,b,G[x]=J),ee.set(b,G))}function _e(x,b,I){let N=ee.get(b)||{};for(let G in N)(x==null||G==x)&&(dd(G,b,N[G]),delete N[G]);x==null&&ee.delete(b)}let de=0,ye=0,F=0,St=0,Xt=0,he=0,wt=Xt,De=he,$t=F,Qt=St,R=0,M=0,X=0,ut=0;n.bbox={};let ot=!1,Mt=!1,Et=!1,et=!1,it=!1,mt=!1;function O(x,b,I){(I||x!=n.width||b!=n.height)&&st(x,b),ve(!1),Et=!0,Mt=!0,Bn()}function st(x,b){n.width=de=F=x,n.height=ye=St=b,Xt=he=0,At(),Kt();let I=n.bbox;R=I.left=fr(Xt*Ie,.5),M=I.top=fr(he*Ie,.5),X=I.width=fr(F*Ie,.5),ut=I.height=fr(St*Ie,.5)}let nt=3;function Rt(){let x=!1,b=0;for(;!x;){b++;let I=Hr(b),N=qi(b);x=b==nt||I&&N,x||(st(n.width,n.height),Mt=!0)}}function vt({width:x,height:b}){O(x,b)}n.setSize=vt;function At(){let x=!1,b=!1,I=!1,N=!1;A.forEach((G,J)=>{if(G.show&&G._show){let{side:at,_size:ft}=G,Tt=at%2,kt=G.label!=null?G.labelSize:0,Vt=ft+kt;Vt>0&&(Tt?(F-=Vt,at==3?(Xt+=Vt,N=!0):I=!0):(St-=Vt,at==0?(he+=Vt,x=!0):b=!0))}}),Wi[0]=x,Wi[1]=I,Wi[2]=b,Wi[3]=N,F-=Ii[1]+Ii[3],Xt+=Ii[3],St-=Ii[2]+Ii[0],he+=Ii[0]}function Kt(){let x=Xt+F,b=he+St,I=Xt,N=he;function G(J,at){switch(J){case 1:return x+=at,x-at;case 2:return b+=at,b-at;case 3:return I-=at,I+at;case 0:return N-=at,N+at}}A.forEach((J,at)=>{if(J.show&&J._show){let ft=J.side;J._pos=G(ft,J._size),J.label!=null&&(J._lpos=G(ft,J.labelSize))}})}if(ct.dataIdx==null){let x=ct.hover,b=x.skip=new Set(x.skip??[]);b.add(void 0);let I=x.prox=Te(x.prox),N=x.bias??=0;ct.dataIdx=(G,J,at,ft)=>{if(J==0)return at;let Tt=at,kt=I(G,J,at,ft)??He,Vt=kt>=0&&kt<He,Wt=L.ori==0?F:St,ge=ct.left,Pe=t[0],Re=t[J];if(b.has(Re[at])){Tt=null;let we=null,re=null,jt;if(N==0||N==-1)for(jt=at;we==null&&jt-- >0;)b.has(Re[jt])||(we=jt);if(N==0||N==1)for(jt=at;re==null&&jt++<Re.length;)b.has(Re[jt])||(re=jt);if(we!=null||re!=null)if(Vt){let $e=we==null?-1/0:W(Pe[we],L,Wt,0),rn=re==null?1/0:W(Pe[re],L,Wt,0),Cn=ge-$e,Ve=rn-ge;Cn<=Ve?Cn<=kt&&(Tt=we):Ve<=kt&&(Tt=re)}else Tt=re==null?we:we==null?re:at-we<=re-at?we:re}else Vt&&yn(ge-W(Pe[at],L,Wt,0))>kt&&(Tt=null);return Tt}}let le=x=>{ct.event=x};ct.idxs=tt,ct._lock=!1;let ht=ct.points;ht.show=Te(ht.show),ht.size=Te(ht.size),ht.stroke=Te(ht.stroke),ht.width=Te(ht.width),ht.fill=Te(ht.fill);let qt=n.focus=mn({},i.focus||{alpha:.3},ct.focus),ce=qt.prox>=0,Nt=ce&&ht.one,xe=[],Xe=[],Xn=[];function Qo(x,b){let I=ht.show(n,b);if(I instanceof HTMLElement)return hi(I,ty),hi(I,x.class),Ki(I,-10,-10,F,St),p.insertBefore(I,xe[b]),I}function zr(x,b){if(s==1||b>0){let I=s==1&&v[x.scale].time,N=x.value;x.value=I?Sm(N)?Rm(q,Am(N,k)):N||j:N||pv,x.label=x.label||(I?ov:rv)}if(Nt||b>0){x.width=x.width==null?1:x.width,x.paths=x.paths||Rv||xy,x.fillTo=Te(x.fillTo||yv),x.pxAlign=+Ce(x.pxAlign,y),x.pxRound=Om(x.pxAlign),x.stroke=Te(x.stroke||null),x.fill=Te(x.fill||null),x._stroke=x._fill=x._paths=x._focus=null;let I=mv(Jn(1,x.width),1),N=x.points=mn({},{size:I,width:Jn(1,I*.2),stroke:x.stroke,space:I*2,paths:Cv,_stroke:null,_fill:null},x.points);N.show=Te(N.show),N.filter=Te(N.filter),N.fill=Te(N.fill),N.stroke=Te(N.stroke),N.paths=Te(N.paths),N.pxAlign=x.pxAlign}if(Q){let I=Lt(x,b);ie.splice(b,0,I[0]),Jt.splice(b,0,I[1]),dt.values.push(null)}if(gt){tt.splice(b,0,null);let I=null;Nt?b==0&&(I=Qo(x,b)):b>0&&(I=Qo(x,b)),xe.splice(b,0,I),Xe.splice(b,0,0),Xn.splice(b,0,0)}Rn("addSeries",b)}function qu(x,b){b=b??S.length,x=s==1?xd(x,b,Pm,Um):xd(x,b,{},Nm),S.splice(b,0,x),zr(S[b],b)}n.addSeries=qu;function Pl(x){if(S.splice(x,1),Q){dt.values.splice(x,1),Jt.splice(x,1);let b=ie.splice(x,1)[0];_e(null,b.firstChild),b.remove()}gt&&(tt.splice(x,1),xe.splice(x,1)[0].remove(),Xe.splice(x,1),Xn.splice(x,1)),Rn("delSeries",x)}n.delSeries=Pl;let Wi=[!1,!1,!1,!1];function cs(x,b){if(x._show=x.show,x.show){let I=x.side%2,N=v[x.scale];N==null&&(x.scale=I?S[1].scale:E,N=v[x.scale]);let G=N.time;x.size=Te(x.size),x.space=Te(x.space),x.rotate=Te(x.rotate),zs(x.incrs)&&x.incrs.forEach(at=>{!ks.has(at)&&ks.set(at,Jm(at))}),x.incrs=Te(x.incrs||(N.distr==2?ky:G?g==1?Hy:Xy:pr)),x.splits=Te(x.splits||(G&&N.distr==1?lt:N.distr==3?pd:N.distr==4?cv:lv)),x.stroke=Te(x.stroke),x.grid.stroke=Te(x.grid.stroke),x.ticks.stroke=Te(x.ticks.stroke),x.border.stroke=Te(x.border.stroke);let J=x.values;x.values=zs(J)&&!zs(J[0])?Te(J):G?zs(J)?Tm(q,Em(J,k)):Sm(J)?$y(q,J):J||Z:J||av,x.filter=Te(x.filter||(N.distr>=3&&N.log==10?dv:N.distr==3&&N.log==2?fv:$m)),x.font=Vm(x.font),x.labelFont=Vm(x.labelFont),x._size=x.size(n,null,b,0),x._space=x._rotate=x._incrs=x._found=x._splits=x._values=null,x._size>0&&(Wi[b]=!0,x._el=wi(Jx,d))}}function hs(x,b,I,N){let[G,J,at,ft]=I,Tt=b%2,kt=0;return Tt==0&&(ft||J)&&(kt=b==0&&!G||b==2&&!at?xn(Cm.size/3):0),Tt==1&&(G||at)&&(kt=b==1&&!J||b==3&&!ft?xn(Lm.size/2):0),kt}let ta=n.padding=(i.padding||[hs,hs,hs,hs]).map(x=>Te(Ce(x,hs))),Ii=n._padding=ta.map((x,b)=>x(n,b,Wi,0)),nn,ln=null,cn=null,Xi=s==1?S[0].idxs:null,oi=null,Ds=!1;function ea(x,b){if(t=x??[],n.data=n._data=t,s==2){nn=0;for(let I=1;I<S.length;I++)nn+=t[I][0].length}else{t.length==0&&(n.data=n._data=t=[[]]),oi=t[0],nn=oi.length;let I=t;if(H==2){I=t.slice();let N=I[0]=Array(nn);for(let G=0;G<nn;G++)N[G]=G}n._data=t=I}if(ve(!0),Rn("setData"),H==2&&(Et=!0),b!==!1){let I=L;I.auto(n,Ds)?na():Fs(E,I.min,I.max),et=et||ct.left>=0,mt=!0,Bn()}}n.setData=ea;function na(){Ds=!0;let x,b;s==1&&(nn>0?(ln=Xi[0]=0,cn=Xi[1]=nn-1,x=t[0][ln],b=t[0][cn],H==2?(x=ln,b=cn):x==b&&(H==3?[x,b]=Hl(x,x,L.log,!1):H==4?[x,b]=Md(x,x,L.log,!1):L.time?b=x+xn(86400/g):[x,b]=zl(x,b,bd,!0))):(ln=Xi[0]=x=null,cn=Xi[1]=b=null)),Fs(E,x,b)}let kr,Ns,Vr,w,z,K,Y,$,Ct,Ft;function Pt(x,b,I,N,G,J){x??=sm,I??=Ed,N??="butt",G??=sm,J??="round",x!=kr&&(u.strokeStyle=kr=x),G!=Ns&&(u.fillStyle=Ns=G),b!=Vr&&(u.lineWidth=Vr=b),J!=z&&(u.lineJoin=z=J),N!=K&&(u.lineCap=K=N),I!=w&&u.setLineDash(w=I)}function Ot(x,b,I,N){b!=Ns&&(u.fillStyle=Ns=b),x!=Y&&(u.font=Y=x),I!=$&&(u.textAlign=$=I),N!=Ct&&(u.textBaseline=Ct=N)}function Zt(x,b,I,N,G=0){if(N.length>0&&x.auto(n,Ds)&&(b==null||b.min==null)){let J=Ce(ln,0),at=Ce(cn,N.length-1),ft=I.min==null?dy(N,J,at,G,x.distr==3):[I.min,I.max];x.min=Fi(x.min,I.min=ft[0]),x.max=Jn(x.max,I.max=ft[1])}}let ue={min:null,max:null};function Me(){for(let N in v){let G=v[N];V[N]==null&&(G.min==null||V[E]!=null&&G.auto(n,Ds))&&(V[N]=ue)}for(let N in v){let G=v[N];V[N]==null&&G.from!=null&&V[G.from]!=null&&(V[N]=ue)}V[E]!=null&&ve(!0);let x={};for(let N in V){let G=V[N];if(G!=null){let J=x[N]=eo(v[N],Sy);if(G.min!=null)mn(J,G);else if(N!=E||s==2)if(nn==0&&J.from==null){let at=J.range(n,null,null,N);J.min=at[0],J.max=at[1]}else J.min=He,J.max=-He}}if(nn>0){S.forEach((N,G)=>{if(s==1){let J=N.scale,at=V[J];if(at==null)return;let ft=x[J];if(G==0){let Tt=ft.range(n,ft.min,ft.max,J);ft.min=Tt[0],ft.max=Tt[1],ln=Ui(ft.min,t[0]),cn=Ui(ft.max,t[0]),cn-ln>1&&(t[0][ln]<ft.min&&ln++,t[0][cn]>ft.max&&cn--),N.min=oi[ln],N.max=oi[cn]}else N.show&&N.auto&&Zt(ft,at,N,t[G],N.sorted);N.idxs[0]=ln,N.idxs[1]=cn}else if(G>0&&N.show&&N.auto){let[J,at]=N.facets,ft=J.scale,Tt=at.scale,[kt,Vt]=t[G],Wt=x[ft],ge=x[Tt];Wt!=null&&Zt(Wt,V[ft],J,kt,J.sorted),ge!=null&&Zt(ge,V[Tt],at,Vt,at.sorted),N.min=at.min,N.max=at.max}});for(let N in x){let G=x[N],J=V[N];if(G.from==null&&(J==null||J.min==null)){let at=G.range(n,G.min==He?null:G.min,G.max==-He?null:G.max,N);G.min=at[0],G.max=at[1]}}}for(let N in x){let G=x[N];if(G.from!=null){let J=x[G.from];if(J.min==null)G.min=G.max=null;else{let at=G.range(n,J.min,J.max,N);G.min=at[0],G.max=at[1]}}}let b={},I=!1;for(let N in x){let G=x[N],J=v[N];if(J.min!=G.min||J.max!=G.max){J.min=G.min,J.max=G.max;let at=J.distr;J._min=at==3?ps(J.min):at==4?rd(J.min,J.asinh):at==100?J.fwd(J.min):J.min,J._max=at==3?ps(J.max):at==4?rd(J.max,J.asinh):at==100?J.fwd(J.max):J.max,b[N]=I=!0}}if(I){S.forEach((N,G)=>{s==2?G>0&&b.y&&(N._paths=null):b[N.scale]&&(N._paths=null)});for(let N in b)Et=!0,Rn("setScale",N);gt&&ct.left>=0&&(et=mt=!0)}for(let N in V)V[N]=null}function Yt(x){let b=fd(ln-1,0,nn-1),I=fd(cn+1,0,nn-1);for(;x[b]==null&&b>0;)b--;for(;x[I]==null&&I<nn-1;)I++;return[b,I]}function be(){if(nn>0){let x=S.some(b=>b._focus)&&Ft!=qt.alpha;x&&(u.globalAlpha=Ft=qt.alpha),S.forEach((b,I)=>{if(I>0&&b.show&&(Qe(I,!1),Qe(I,!0),b._paths==null)){let N=Ft;Ft!=b.alpha&&(u.globalAlpha=Ft=b.alpha);let G=s==2?[0,t[I][0].length-1]:Yt(t[I]);b._paths=b.paths(n,I,G[0],G[1]),Ft!=N&&(u.globalAlpha=Ft=N)}}),S.forEach((b,I)=>{if(I>0&&b.show){let N=Ft;Ft!=b.alpha&&(u.globalAlpha=Ft=b.alpha),b._paths!=null&&Be(I,!1);{let G=b._paths!=null?b._paths.gaps:null,J=b.points.show(n,I,ln,cn,G),at=b.points.filter(n,I,J,G);(J||at)&&(b.points._paths=b.points.paths(n,I,ln,cn,at),Be(I,!0))}Ft!=N&&(u.globalAlpha=Ft=N),Rn("drawSeries",I)}}),x&&(u.globalAlpha=Ft=1)}}function Qe(x,b){let I=b?S[x].points:S[x];I._stroke=I.stroke(n,x),I._fill=I.fill(n,x)}function Be(x,b){let I=b?S[x].points:S[x],{stroke:N,fill:G,clip:J,flags:at,_stroke:ft=I._stroke,_fill:Tt=I._fill,_width:kt=I.width}=I._paths;kt=Ge(kt*Ie,3);let Vt=null,Wt=kt%2/2;b&&Tt==null&&(Tt=kt>0?"#fff":ft);let ge=I.pxAlign==1&&Wt>0;if(ge&&u.translate(Wt,Wt),!b){let Pe=R-kt/2,Re=M-kt/2,we=X+kt,re=ut+kt;Vt=new Path2D,Vt.rect(Pe,Re,we,re)}b?Gt(ft,kt,I.dash,I.cap,Tt,N,G,at,J):ze(x,ft,kt,I.dash,I.cap,Tt,N,G,at,Vt,J),ge&&u.translate(-Wt,-Wt)}function ze(x,b,I,N,G,J,at,ft,Tt,kt,Vt){let Wt=!1;Tt!=0&&P.forEach((ge,Pe)=>{if(ge.series[0]==x){let Re=S[ge.series[1]],we=t[ge.series[1]],re=(Re._paths||da).band;zs(re)&&(re=ge.dir==1?re[0]:re[1]);let jt,$e=null;Re.show&&re&&py(we,ln,cn)?($e=ge.fill(n,Pe)||J,jt=Re._paths.clip):re=null,Gt(b,I,N,G,$e,at,ft,Tt,kt,Vt,jt,re),Wt=!0}}),Wt||Gt(b,I,N,G,J,at,ft,Tt,kt,Vt)}let _n=no|gd;function Gt(x,b,I,N,G,J,at,ft,Tt,kt,Vt,Wt){Pt(x,b,I,N,G),(Tt||kt||Wt)&&(u.save(),Tt&&u.clip(Tt),kt&&u.clip(kt)),Wt?(ft&_n)==_n?(u.clip(Wt),Vt&&u.clip(Vt),Ee(G,at),un(x,J,b)):ft&gd?(Ee(G,at),u.clip(Wt),un(x,J,b)):ft&no&&(u.save(),u.clip(Wt),Vt&&u.clip(Vt),Ee(G,at),u.restore(),un(x,J,b)):(Ee(G,at),un(x,J,b)),(Tt||kt||Wt)&&u.restore()}function un(x,b,I){I>0&&(b instanceof Map?b.forEach((N,G)=>{u.strokeStyle=kr=G,u.stroke(N)}):b!=null&&x&&u.stroke(b))}function Ee(x,b){b instanceof Map?b.forEach((I,N)=>{u.fillStyle=Ns=N,u.fill(I)}):b!=null&&x&&u.fill(b)}function us(x,b,I,N){let G=A[x],J;if(N<=0)J=[0,0];else{let at=G._space=G.space(n,x,b,I,N),ft=G._incrs=G.incrs(n,x,b,I,N,at);J=Uv(b,I,ft,N,at)}return G._found=J}function dn(x,b,I,N,G,J,at,ft,Tt,kt){let Vt=at%2/2;y==1&&u.translate(Vt,Vt),Pt(ft,at,Tt,kt,ft),u.beginPath();let Wt,ge,Pe,Re,we=G+(N==0||N==3?-J:J);I==0?(ge=G,Re=we):(Wt=G,Pe=we);for(let re=0;re<x.length;re++)b[re]!=null&&(I==0?Wt=Pe=x[re]:ge=Re=x[re],u.moveTo(Wt,ge),u.lineTo(Pe,Re));u.stroke(),y==1&&u.translate(-Vt,-Vt)}function Hr(x){let b=!0;return A.forEach((I,N)=>{if(!I.show)return;let G=v[I.scale];if(G.min==null){I._show&&(b=!1,I._show=!1,ve(!1));return}else I._show||(b=!1,I._show=!0,ve(!1));let J=I.side,at=J%2,{min:ft,max:Tt}=G,[kt,Vt]=us(N,ft,Tt,at==0?F:St);if(Vt==0)return;let Wt=G.distr==2,ge=I._splits=I.splits(n,N,ft,Tt,kt,Vt,Wt),Pe=G.distr==2?ge.map(jt=>oi[jt]):ge,Re=G.distr==2?oi[ge[1]]-oi[ge[0]]:kt,we=I._values=I.values(n,I.filter(n,Pe,N,Vt,Re),N,Vt,Re);I._rotate=J==2?I.rotate(n,we,N,Vt):0;let re=I._size;I._size=Ei(I.size(n,we,N,x)),re!=null&&I._size!=re&&(b=!1)}),b}function qi(x){let b=!0;return ta.forEach((I,N)=>{let G=I(n,N,Wi,x);G!=Ii[N]&&(b=!1),Ii[N]=G}),b}function ds(){for(let x=0;x<A.length;x++){let b=A[x];if(!b.show||!b._show)continue;let I=b.side,N=I%2,G,J,at=b.stroke(n,x),ft=I==0||I==3?-1:1,[Tt,kt]=b._found;if(b.label!=null){let $n=b.labelGap*ft,ci=xn((b._lpos+$n)*Ie);Ot(b.labelFont[0],at,"center",I==2?"top":im),u.save(),N==1?(G=J=0,u.translate(ci,xn(M+ut/2)),u.rotate((I==3?-Ol:Ol)/2)):(G=xn(R+X/2),J=ci);let dr=qm(b.label)?b.label(n,x,Tt,kt):b.label;u.fillText(dr,G,J),u.restore()}if(kt==0)continue;let Vt=v[b.scale],Wt=N==0?X:ut,ge=N==0?R:M,Pe=b._splits,Re=Vt.distr==2?Pe.map($n=>oi[$n]):Pe,we=Vt.distr==2?oi[Pe[1]]-oi[Pe[0]]:Tt,re=b.ticks,jt=b.border,$e=re.show?re.size:0,rn=xn($e*Ie),Cn=xn((b.alignTo==2?b._size-$e-b.gap:b.gap)*Ie),Ve=b._rotate*-Ol/180,on=m(b._pos*Ie),ai=(rn+Cn)*ft,Yn=on+ai;J=N==0?Yn:0,G=N==1?Yn:0;let Mi=b.font[0],Li=b.align==1?Jr:b.align==2?nd:Ve>0?Jr:Ve<0?nd:N==0?"center":I==3?nd:Jr,Zi=Ve||N==1?"middle":I==2?"top":im;Ot(Mi,at,Li,Zi);let li=b.font[1]*b.lineGap,bi=Pe.map($n=>m(a($n,Vt,Wt,ge))),Di=b._values;for(let $n=0;$n<Di.length;$n++){let ci=Di[$n];if(ci!=null){N==0?G=bi[$n]:J=bi[$n],ci=""+ci;let dr=ci.indexOf(`
`)==-1?[ci]:ci.split(/\n/gm);for(let Zn=0;Zn<dr.length;Zn++){let em=dr[Zn];Ve?(u.save(),u.translate(G,J+Zn*li),u.rotate(Ve),u.fillText(em,0,0),u.restore()):u.fillText(em,G,J+Zn*li)}}}re.show&&dn(bi,re.filter(n,Re,x,kt,we),N,I,on,rn,Ge(re.width*Ie,3),re.stroke(n,x),re.dash,re.cap);let Ji=b.grid;Ji.show&&dn(bi,Ji.filter(n,Re,x,kt,we),N,N==0?2:1,N==0?M:R,N==0?ut:X,Ge(Ji.width*Ie,3),Ji.stroke(n,x),Ji.dash,Ji.cap),jt.show&&dn([on],[1],N==0?1:0,N==0?1:2,N==1?M:R,N==1?ut:X,Ge(jt.width*Ie,3),jt.stroke(n,x),jt.dash,jt.cap)}Rn("drawAxes")}function ve(x){S.forEach((b,I)=>{I>0&&(b._paths=null,x&&(s==1?(b.min=null,b.max=null):b.facets.forEach(N=>{N.min=null,N.max=null})))})}let sn=!1,qn=!1,ke=[];function fn(){qn=!1;for(let x=0;x<ke.length;x++)Rn(...ke[x]);ke.length=0}function Bn(){sn||(Ry(Op),sn=!0)}function Il(x,b=!1){sn=!0,qn=b,x(n),Op(),b&&ke.length>0&&queueMicrotask(fn)}n.batch=Il;function Op(){if(ot&&(Me(),ot=!1),Et&&(Rt(),Et=!1),Mt){if(Ze(f,Jr,Xt),Ze(f,"top",he),Ze(f,la,F),Ze(f,ca,St),Ze(p,Jr,Xt),Ze(p,"top",he),Ze(p,la,F),Ze(p,ca,St),Ze(d,la,de),Ze(d,ca,ye),h.width=xn(de*Ie),h.height=xn(ye*Ie),A.forEach(({_el:x,_show:b,_size:I,_pos:N,side:G})=>{if(x!=null)if(b){let J=G===3||G===0?I:0,at=G%2==1;Ze(x,at?"left":"top",N-J),Ze(x,at?"width":"height",I),Ze(x,at?"top":"left",at?he:Xt),Ze(x,at?"height":"width",at?St:F),ud(x,mr)}else hi(x,mr)}),kr=Ns=Vr=z=K=Y=$=Ct=w=null,Ft=1,ra(!0),Xt!=wt||he!=De||F!=$t||St!=Qt){ve(!1);let x=F/$t,b=St/Qt;if(gt&&!et&&ct.left>=0){ct.left*=x,ct.top*=b,Gr&&Ki(Gr,xn(ct.left),0,F,St),Wr&&Ki(Wr,0,xn(ct.top),F,St);for(let I=0;I<xe.length;I++){let N=xe[I];N!=null&&(Xe[I]*=x,Xn[I]*=b,Ki(N,Ei(Xe[I]),Ei(Xn[I]),F,St))}}if(Ye.show&&!it&&Ye.left>=0&&Ye.width>0){Ye.left*=x,Ye.width*=x,Ye.top*=b,Ye.height*=b;for(let I in ju)Ze(Yr,I,Ye[I])}wt=Xt,De=he,$t=F,Qt=St}Rn("setSize"),Mt=!1}de>0&&ye>0&&(u.clearRect(0,0,h.width,h.height),Rn("drawClear"),T.forEach(x=>x()),Rn("draw")),Ye.show&&it&&(Ll(Ye),it=!1),gt&&et&&(ur(null,!0,!1),et=!1),dt.show&&dt.live&&mt&&(Ju(),mt=!1),l||(l=!0,n.status=1,Rn("ready")),Ds=!1,sn=!1}n.redraw=(x,b)=>{Et=b||!1,x!==!1?Fs(E,L.min,L.max):Bn()};function Yu(x,b){let I=v[x];if(I.from==null){if(nn==0){let N=I.range(n,b.min,b.max,x);b.min=N[0],b.max=N[1]}if(b.min>b.max){let N=b.min;b.min=b.max,b.max=N}if(nn>1&&b.min!=null&&b.max!=null&&b.max-b.min<1e-16)return;x==E&&I.distr==2&&nn>0&&(b.min=Ui(b.min,t[0]),b.max=Ui(b.max,t[0]),b.min==b.max&&b.max++),V[x]=b,ot=!0,Bn()}}n.setScale=Yu;let $u,Zu,Gr,Wr,Bp,zp,Xr,qr,kp,Vp,qe,je,Us=!1,Ln=ct.drag,Tn=Ln.x,An=Ln.y;gt&&(ct.x&&($u=wi(jx,p)),ct.y&&(Zu=wi(Qx,p)),L.ori==0?(Gr=$u,Wr=Zu):(Gr=Zu,Wr=$u),qe=ct.left,je=ct.top);let Ye=n.select=mn({show:!0,over:!0,left:0,width:0,top:0,height:0},i.select),Yr=Ye.show?wi(Kx,Ye.over?p:f):null;function Ll(x,b){if(Ye.show){for(let I in x)Ye[I]=x[I],I in ju&&Ze(Yr,I,x[I]);b!==!1&&Rn("setSelect")}}n.setSelect=Ll;function Ix(x){if(S[x].show)Q&&ud(ie[x],mr);else if(Q&&hi(ie[x],mr),gt){let I=Nt?xe[0]:xe[x];I!=null&&Ki(I,-10,-10,F,St)}}function Fs(x,b,I){Yu(x,{min:b,max:I})}function Yi(x,b,I,N){b.focus!=null&&Fx(x),b.show!=null&&S.forEach((G,J)=>{J>0&&(x==J||x==null)&&(G.show=b.show,Ix(J),s==2?(Fs(G.facets[0].scale,null,null),Fs(G.facets[1].scale,null,null)):Fs(G.scale,null,null),Bn())}),I!==!1&&Rn("setSeries",x,b),N&&oa("setSeries",n,x,b)}n.setSeries=Yi;function Lx(x,b){mn(P[x],b)}function Dx(x,b){x.fill=Te(x.fill||null),x.dir=Ce(x.dir,-1),b=b??P.length,P.splice(b,0,x)}function Nx(x){x==null?P.length=0:P.splice(x,1)}n.addBand=Dx,n.setBand=Lx,n.delBand=Nx;function Ux(x,b){S[x].alpha=b,gt&&xe[x]!=null&&(xe[x].style.opacity=b),Q&&ie[x]&&(ie[x].style.opacity=b)}let fs,Os,hr,$r={focus:!0};function Fx(x){if(x!=hr){let b=x==null,I=qt.alpha!=1;S.forEach((N,G)=>{if(s==1||G>0){let J=b||G==0||G==x;N._focus=b?null:J,I&&Ux(G,J?1:qt.alpha)}}),hr=x,I&&Bn()}}Q&&ce&&zt(am,It,x=>{ct._lock||(le(x),hr!=null&&Yi(null,$r,!0,pn.setSeries))});function $i(x,b,I){let N=v[b];I&&(x=x/Ie-(N.ori==1?he:Xt));let G=F;N.ori==1&&(G=St,x=G-x),N.dir==-1&&(x=G-x);let J=N._min,at=N._max,ft=x/G,Tt=J+(at-J)*ft,kt=N.distr;return kt==3?Qr(10,Tt):kt==4?gy(Tt,N.asinh):kt==100?N.bwd(Tt):Tt}function Ox(x,b){let I=$i(x,E,b);return Ui(I,t[0],ln,cn)}n.valToIdx=x=>Ui(x,t[0]),n.posToIdx=Ox,n.posToVal=$i,n.valToPos=(x,b,I)=>v[b].ori==0?r(x,v[b],I?X:F,I?R:0):o(x,v[b],I?ut:St,I?M:0),n.setCursor=(x,b,I)=>{qe=x.left,je=x.top,ur(null,b,I)};function Hp(x,b){Ze(Yr,Jr,Ye.left=x),Ze(Yr,la,Ye.width=b)}function Gp(x,b){Ze(Yr,"top",Ye.top=x),Ze(Yr,ca,Ye.height=b)}let ia=L.ori==0?Hp:Gp,sa=L.ori==1?Hp:Gp;function Bx(){if(Q&&dt.live)for(let x=s==2?1:0;x<S.length;x++){if(x==0&&ne)continue;let b=dt.values[x],I=0;for(let N in b)Jt[x][I++].firstChild.nodeValue=b[N]}}function Ju(x,b){if(x!=null&&(x.idxs?x.idxs.forEach((I,N)=>{tt[N]=I}):vy(x.idx)||tt.fill(x.idx),dt.idx=tt[0]),Q&&dt.live){for(let I=0;I<S.length;I++)(I>0||s==1&&!ne)&&zx(I,tt[I]);Bx()}mt=!1,b!==!1&&Rn("setLegend")}n.setLegend=Ju;function zx(x,b){let I=S[x],N=x==0&&H==2?oi:t[x],G;ne?G=I.values(n,x,b)??rt:(G=I.value(n,b==null?null:N[b],x,b),G=G==null?rt:{_:G}),dt.values[x]=G}function ur(x,b,I){kp=qe,Vp=je,[qe,je]=ct.move(n,qe,je),ct.left=qe,ct.top=je,gt&&(Gr&&Ki(Gr,xn(qe),0,F,St),Wr&&Ki(Wr,0,xn(je),F,St));let N,G=ln>cn;fs=He,Os=null;let J=L.ori==0?F:St,at=L.ori==1?F:St;if(qe<0||nn==0||G){N=ct.idx=null;for(let ft=0;ft<S.length;ft++){let Tt=xe[ft];Tt!=null&&Ki(Tt,-10,-10,F,St)}ce&&Yi(null,$r,!0,x==null&&pn.setSeries),dt.live&&(tt.fill(N),mt=!0)}else{let ft,Tt,kt;s==1&&(ft=L.ori==0?qe:je,Tt=$i(ft,E),N=ct.idx=Ui(Tt,t[0],ln,cn),kt=W(t[0][N],L,J,0));let Vt=-10,Wt=-10,ge=0,Pe=0,Re=!0,we="",re="";for(let jt=s==2?1:0;jt<S.length;jt++){let $e=S[jt],rn=tt[jt],Cn=rn==null?null:s==1?t[jt][rn]:t[jt][1][rn],Ve=ct.dataIdx(n,jt,N,Tt),on=Ve==null?null:s==1?t[jt][Ve]:t[jt][1][Ve];if(mt=mt||on!=Cn||Ve!=rn,tt[jt]=Ve,jt>0&&$e.show){let ai=Ve==null?-10:Ve==N?kt:W(s==1?t[0][Ve]:t[jt][0][Ve],L,J,0),Yn=on==null?-10:D(on,s==1?v[$e.scale]:v[$e.facets[1].scale],at,0);if(ce&&on!=null){let Mi=L.ori==1?qe:je,Li=yn(qt.dist(n,jt,Ve,Yn,Mi));if(Li<fs){let Zi=qt.bias;if(Zi!=0){let li=$i(Mi,$e.scale),bi=on>=0?1:-1,Di=li>=0?1:-1;Di==bi&&(Di==1?Zi==1?on>=li:on<=li:Zi==1?on<=li:on>=li)&&(fs=Li,Os=jt)}else fs=Li,Os=jt}}if(mt||Nt){let Mi,Li;L.ori==0?(Mi=ai,Li=Yn):(Mi=Yn,Li=ai);let Zi,li,bi,Di,Ji,$n,ci=!0,dr=ht.bbox;if(dr!=null){ci=!1;let Zn=dr(n,jt);bi=Zn.left,Di=Zn.top,Zi=Zn.width,li=Zn.height}else bi=Mi,Di=Li,Zi=li=ht.size(n,jt);if($n=ht.fill(n,jt),Ji=ht.stroke(n,jt),Nt)jt==Os&&fs<=qt.prox&&(Vt=bi,Wt=Di,ge=Zi,Pe=li,Re=ci,we=$n,re=Ji);else{let Zn=xe[jt];Zn!=null&&(Xe[jt]=bi,Xn[jt]=Di,pm(Zn,Zi,li,ci),dm(Zn,$n,Ji),Ki(Zn,Ei(bi),Ei(Di),F,St))}}}}if(Nt){let jt=qt.prox,$e=hr==null?fs<=jt:fs>jt||Os!=hr;if(mt||$e){let rn=xe[0];rn!=null&&(Xe[0]=Vt,Xn[0]=Wt,pm(rn,ge,Pe,Re),dm(rn,we,re),Ki(rn,Ei(Vt),Ei(Wt),F,St))}}}if(Ye.show&&Us)if(x!=null){let[ft,Tt]=pn.scales,[kt,Vt]=pn.match,[Wt,ge]=x.cursor.sync.scales,Pe=x.cursor.drag;if(Tn=Pe._x,An=Pe._y,Tn||An){let{left:Re,top:we,width:re,height:jt}=x.select,$e=x.scales[Wt].ori,rn=x.posToVal,Cn,Ve,on,ai,Yn,Mi=ft!=null&&kt(ft,Wt),Li=Tt!=null&&Vt(Tt,ge);Mi&&Tn?($e==0?(Cn=Re,Ve=re):(Cn=we,Ve=jt),on=v[ft],ai=W(rn(Cn,Wt),on,J,0),Yn=W(rn(Cn+Ve,Wt),on,J,0),ia(Fi(ai,Yn),yn(Yn-ai))):ia(0,J),Li&&An?($e==1?(Cn=Re,Ve=re):(Cn=we,Ve=jt),on=v[Tt],ai=D(rn(Cn,ge),on,at,0),Yn=D(rn(Cn+Ve,ge),on,at,0),sa(Fi(ai,Yn),yn(Yn-ai))):sa(0,at)}else Qu()}else{let ft=yn(kp-Bp),Tt=yn(Vp-zp);if(L.ori==1){let ge=ft;ft=Tt,Tt=ge}Tn=Ln.x&&ft>=Ln.dist,An=Ln.y&&Tt>=Ln.dist;let kt=Ln.uni;kt!=null?Tn&&An&&(Tn=ft>=kt,An=Tt>=kt,!Tn&&!An&&(Tt>ft?An=!0:Tn=!0)):Ln.x&&Ln.y&&(Tn||An)&&(Tn=An=!0);let Vt,Wt;Tn&&(L.ori==0?(Vt=Xr,Wt=qe):(Vt=qr,Wt=je),ia(Fi(Vt,Wt),yn(Wt-Vt)),An||sa(0,at)),An&&(L.ori==1?(Vt=Xr,Wt=qe):(Vt=qr,Wt=je),sa(Fi(Vt,Wt),yn(Wt-Vt)),Tn||ia(0,J)),!Tn&&!An&&(ia(0,0),sa(0,0))}if(Ln._x=Tn,Ln._y=An,x==null){if(I){if(tm!=null){let[ft,Tt]=pn.scales;pn.values[0]=ft!=null?$i(L.ori==0?qe:je,ft):null,pn.values[1]=Tt!=null?$i(L.ori==1?qe:je,Tt):null}oa(id,n,qe,je,F,St,N)}if(ce){let ft=I&&pn.setSeries,Tt=qt.prox;hr==null?fs<=Tt&&Yi(Os,$r,!0,ft):fs>Tt?Yi(null,$r,!0,ft):Os!=hr&&Yi(Os,$r,!0,ft)}}mt&&(dt.idx=N,Ju()),b!==!1&&Rn("setCursor")}let Bs=null;Object.defineProperty(n,"rect",{get(){return Bs==null&&ra(!1),Bs}});function ra(x=!1){x?Bs=null:(Bs=p.getBoundingClientRect(),Rn("syncRect",Bs))}function Wp(x,b,I,N,G,J,at){ct._lock||Us&&x!=null&&x.movementX==0&&x.movementY==0||(Ku(x,b,I,N,G,J,at,!1,x!=null),x!=null?ur(null,!0,!0):ur(b,!0,!1))}function Ku(x,b,I,N,G,J,at,ft,Tt){if(Bs==null&&ra(!1),le(x),x!=null)I=x.clientX-Bs.left,N=x.clientY-Bs.top;else{if(I<0||N<0){qe=-10,je=-10;return}let[kt,Vt]=pn.scales,Wt=b.cursor.sync,[ge,Pe]=Wt.values,[Re,we]=Wt.scales,[re,jt]=pn.match,$e=b.axes[0].side%2==1,rn=L.ori==0?F:St,Cn=L.ori==1?F:St,Ve=$e?J:G,on=$e?G:J,ai=$e?N:I,Yn=$e?I:N;if(Re!=null?I=re(kt,Re)?a(ge,v[kt],rn,0):-10:I=rn*(ai/Ve),we!=null?N=jt(Vt,we)?a(Pe,v[Vt],Cn,0):-10:N=Cn*(Yn/on),L.ori==1){let Mi=I;I=N,N=Mi}}Tt&&(b==null||b.cursor.event.type==id)&&((I<=1||I>=F-1)&&(I=fr(I,F)),(N<=1||N>=St-1)&&(N=fr(N,St))),ft?(Bp=I,zp=N,[Xr,qr]=ct.move(n,I,N)):(qe=I,je=N)}let ju={width:0,height:0,left:0,top:0};function Qu(){Ll(ju,!1)}let Xp,qp,Yp,$p;function Zp(x,b,I,N,G,J,at){Us=!0,Tn=An=Ln._x=Ln._y=!1,Ku(x,b,I,N,G,J,at,!0,!1),x!=null&&(zt(sd,cd,Jp,!1),oa(rm,n,Xr,qr,F,St,null));let{left:ft,top:Tt,width:kt,height:Vt}=Ye;Xp=ft,qp=Tt,Yp=kt,$p=Vt}function Jp(x,b,I,N,G,J,at){Us=Ln._x=Ln._y=!1,Ku(x,b,I,N,G,J,at,!1,!0);let{left:ft,top:Tt,width:kt,height:Vt}=Ye,Wt=kt>0||Vt>0,ge=Xp!=ft||qp!=Tt||Yp!=kt||$p!=Vt;if(Wt&&ge&&Ll(Ye),Ln.setScale&&Wt&&ge){let Pe=ft,Re=kt,we=Tt,re=Vt;if(L.ori==1&&(Pe=Tt,Re=Vt,we=ft,re=kt),Tn&&Fs(E,$i(Pe,E),$i(Pe+Re,E)),An)for(let jt in v){let $e=v[jt];jt!=E&&$e.from==null&&$e.min!=He&&Fs(jt,$i(we+re,jt),$i(we,jt))}Qu()}else ct.lock&&(ct._lock=!ct._lock,ur(b,!0,x!=null));x!=null&&(_e(sd,cd),oa(sd,n,qe,je,F,St,null))}function kx(x,b,I,N,G,J,at){if(ct._lock)return;le(x);let ft=Us;if(Us){let Tt=!0,kt=!0,Vt=10,Wt,ge;L.ori==0?(Wt=Tn,ge=An):(Wt=An,ge=Tn),Wt&&ge&&(Tt=qe<=Vt||qe>=F-Vt,kt=je<=Vt||je>=St-Vt),Wt&&Tt&&(qe=qe<Xr?0:F),ge&&kt&&(je=je<qr?0:St),ur(null,!0,!0),Us=!1}qe=-10,je=-10,tt.fill(null),ur(null,!0,!0),ft&&(Us=ft)}function Kp(x,b,I,N,G,J,at){ct._lock||(le(x),na(),Qu(),x!=null&&oa(lm,n,qe,je,F,St,null))}function jp(){A.forEach(Fv),O(n.width,n.height,!0)}gr(Bl,jr,jp);let Zr={};Zr.mousedown=Zp,Zr.mousemove=Wp,Zr.mouseup=Jp,Zr.dblclick=Kp,Zr.setSeries=(x,b,I,N)=>{let G=pn.match[2];I=G(n,b,I),I!=-1&&Yi(I,N,!0,!1)},gt&&(zt(rm,p,Zp),zt(id,p,Wp),zt(om,p,x=>{le(x),ra(!1)}),zt(am,p,kx),zt(lm,p,Kp),_d.add(n),n.syncRect=ra);let Dl=n.hooks=i.hooks||{};function Rn(x,b,I){qn?ke.push([x,b,I]):x in Dl&&Dl[x].forEach(N=>{N.call(null,n,b,I)})}(i.plugins||[]).forEach(x=>{for(let b in x.hooks)Dl[b]=(Dl[b]||[]).concat(x.hooks[b])});let Qp=(x,b,I)=>I,pn=mn({key:null,setSeries:!1,filters:{pub:ym,sub:ym},scales:[E,S[1]?S[1].scale:null],match:[vm,vm,Qp],values:[null,null]},ct.sync);pn.match.length==2&&pn.match.push(Qp),ct.sync=pn;let tm=pn.key,td=gg(tm);function oa(x,b,I,N,G,J,at){pn.filters.pub(x,b,I,N,G,J,at)&&td.pub(x,b,I,N,G,J,at)}td.sub(n);function Vx(x,b,I,N,G,J,at){pn.filters.sub(x,b,I,N,G,J,at)&&Zr[x](null,b,I,N,G,J,at)}n.pub=Vx;function Hx(){td.unsub(n),_d.delete(n),ee.clear(),dd(Bl,jr,jp),c.remove(),It?.remove(),Rn("destroy")}n.destroy=Hx;function ed(){Rn("init",i,t),ea(t||i.data,!1),V[E]?Yu(E,V[E]):na(),it=Ye.show&&(Ye.width>0||Ye.height>0),et=mt=!0,O(i.width,i.height)}return S.forEach(zr),A.forEach(cs),e?e instanceof HTMLElement?(e.appendChild(c),ed()):e(n,ed):ed(),n}vn.assign=mn;vn.fmtNum=wd;vn.rangeNum=zl;vn.rangeLog=Hl;vn.rangeAsinh=Md;vn.orient=xr;vn.pxRatio=Ie;vn.join=Ay;vn.fmtDate=Td,vn.tzDate=By;vn.sync=gg;{vn.addGap=vv,vn.clipGaps=Xl;let i=vn.paths={points:Mg};i.linear=wg,i.stepped=bv,i.bars=wv,i.spline=Tv}var Ov=[[/^[xyz]$/,"position","m"],[/^q[wxyz]$/,"orientation",""],[/^angle[12]?$/,"angle","rad"],[/^angle[12]?d$/,"angular velocity","rad/s"],[/^angle[12]?dd$/,"angular acceleration","rad/s\xB2"],[/^travel$/,"travel","m"],[/^traveld$/,"velocity","m/s"],[/^traveldd$/,"acceleration","m/s\xB2"],[/^v[xyz]$/,"velocity","m/s"],[/^w[xyz]?$/,"angular velocity","rad/s"],[/^a[xyz]$/,"acceleration","m/s\xB2"],[/^alpha[xyz]?$/,"angular acceleration","rad/s\xB2"],[/^(f[xyz]|force)$/,"force","N"],[/^(t[xyz]|torque)$/,"torque","N\xB7m"],[/^length$/,"length","m"],[/^depth$/,"depth","m"],[/^d[xyz]$/,"displacement","m"],[/^r[xyz]$/,"angle","rad"]],Rg={q:"travel",qd:"velocity",qdd:"acceleration",drive:"force",rate:"velocity"},Bv={q:"angle",qd:"angular velocity",qdd:"angular acceleration",drive:"torque",rate:"angular velocity"},zv={q:"m",qd:"m/s",qdd:"m/s\xB2",drive:"N",rate:"m/s"},kv={q:"rad",qd:"rad/s",qdd:"rad/s\xB2",drive:"N\xB7m",rate:"rad/s"},Vv=1e-11,Hv={cylindrical:["angle","travel"],universal:["angle1","angle2"]},Gv=4;function Jl(i){let t=i.lastIndexOf(".");return t<0?["",i]:[i.slice(0,t),i.slice(t+1)]}var Wv=["prismatic","distance","point_curve"],Xv=["distance","point_curve"],Pg=i=>Wv.includes(i.type);function Kl(i,t){let[e,n]=Jl(t);if(e==="energy")return{word:n==="work"?"work":"energy",unit:"J"};if(e==="residual")return{word:"residual",unit:""};if(n in Rg){let o=i.joints.find(h=>h.name===e),a=i.forces.find(h=>h.name===e);return(n==="rate"?a?.type!=="torsion":o!==void 0&&Pg(o))?{word:Xv.includes(o?.type)&&n==="q"?"length":Rg[n],unit:zv[n]}:{word:Bv[n],unit:kv[n]}}let[,s,r]=Ov.find(([o])=>e!==""&&o.test(n))??[];return{word:s??"",unit:r??""}}function Ig(i){let t=new Map([["","Outputs"],["energy","Energies"],["residual","Residuals"]]),e=new Set(i.forces.map(r=>r.name)),n=new Map;for(let r of i.columns.names){let[o,a]=Jl(r);if(!n.has(o)){let l=e.has(o)?"Forces":/^[ft][xyz]$/.test(a)?"Joints":"Bodies";n.set(o,{owner:o,kind:t.get(o)??(a==="x"?"Bodies":l),columns:[]})}n.get(o).columns.push({name:r,component:a})}let s=["Outputs","Energies","Residuals","Bodies","Joints","Forces"];return[...n.values()].sort((r,o)=>s.indexOf(r.kind)-s.indexOf(o.kind))}var Zl=(i,t)=>Math.max(...i.columns.span(t).map(Math.abs)),Dd=new WeakMap;function Nd(i,t){let e=n=>{let{word:s,unit:r}=Kl(i,n);return r||s};if(!Dd.has(i.columns)){let n=new Map,s=(l,c)=>Number.isFinite(c)&&n.set(l,Math.max(n.get(l)??0,c));i.columns.names.forEach(l=>s(e(l),Zl(i,l)));let[r,o]=[n.get("m")??0,i.end-i.start],a=Math.hypot(...i.model.gravity)*Math.max(0,...i.bodies.map(l=>l.mass));s("rad",1);for(let[l,c]of Object.entries({m:r,rad:1}))s(`${l}/s`,c/o),s(`${l}/s\xB2`,c/o**2);s("N",a),["N\xB7m","J"].forEach(l=>s(l,a*r)),Dd.set(i.columns,n)}return Dd.get(i.columns).get(e(t))??0}function jl(i,t){return Math.abs(i)<=Vv*t?0:i}function Lg(i){let{joints:t,forces:e,bodies:n,columns:s}=i,r=(E,_)=>E.flatMap(T=>_.map(B=>`${T.name}.${B}`)).filter(T=>s.get(T)!==null),o=E=>jl(Zl(i,E),Nd(i,E))!==0,a=E=>s.span(E)[1]-s.span(E)[0],l=E=>Kl(i,E).unit,c=E=>Cg(E.filter(o),l,_=>Zl(i,_)),h=E=>o(E)&&a(E)>1e-6*Zl(i,E),u=E=>Cg(E.filter(h),l,a),d=t.filter(E=>E.driven).flatMap(E=>{let _=r([E],["drive"]);return _.length?_:r([E],Pg(E)?["fx","fy","fz"]:["tx","ty","tz"])}),f=E=>l(E)==="rad"&&a(E)>2*Math.PI,p=t.flatMap(E=>r([E],Hv[E.type]??["q"])),[y,m]=[p.filter(E=>!f(E)),p.filter(f)],g=[...c(d),...u(s.names.filter(E=>!E.includes("."))),...[...u(y),...u(m)].slice(0,3),...c(r(e,["force","torque","fx","fy","fz","tx","ty","tz"])).slice(0,2)].slice(0,4),S=n.filter(E=>s.get(`${E.name}.x`)!==null).slice(-1),A=t.filter(E=>r([E],["fx","fy","fz"]).some(o)).slice(0,1),v=[...u(r(S,["x","y","z"])),...u(r(S,["angle","wx","wy","wz"])),...c(r(A,["fx","fy","fz"])),...c(["energy.kinetic","energy.potential","energy.total"])],P=[...g,...v.slice(0,Math.max(3-g.length,0))];return P.length?P:[["energy.total"]]}function Cg(i,t,e){let n=new Map;return i.forEach(s=>n.set(t(s),[...n.get(t(s))??[],s])),[...n.values()].map(s=>{let r=Math.max(...s.map(e));return s.filter(o=>e(o)>.01*r).slice(0,Gv)})}function ji(i){if(Uint8Array.fromBase64)return Uint8Array.fromBase64(i).buffer;let t=atob(i),e=new Uint8Array(t.length);for(let n=0;n<t.length;n++)e[n]=t.charCodeAt(n);return e.buffer}function pa(i,t){let e=0,n=i.length-1;for(;e<n;){let s=e+n+1>>1;i[s]<=t?e=s:n=s-1}return e}var Ud=class{constructor(t,e){this.index=e,this.name=t.name,this.model=t.model,this.planar=t.model.space==="planar",this.bodies=t.model.bodies.list,this.ground=t.model.ground??[],this.joints=t.model.joints.list,this.forces=t.model.forces.list,this.pose=new Float32Array(7*this.bodies.length),this.frame={k:0,next:0,u:0},this.load(t)}load(t){this.summary=t.summary??{};let e=t.frames;this.frames={count:e.count,every:e.every,of:e.of,times:new Float64Array(ji(e.times)),places:new Float32Array(ji(e.places)),turns:e.turns===void 0?null:new Int16Array(ji(e.turns)),reactions:new Float32Array(ji(e.reactions)),loads:new Float32Array(ji(e.loads))},this.columns=Yv(t.columns)}get start(){return this.frames.times[0]??0}get end(){return this.frames.times[this.frames.count-1]??0}moveTo(t){let{times:e,count:n}=this.frames,s=pa(e,t),r=Math.min(s+1,n-1),o=e[r]-e[s],a=o>0?Math.min(Math.max((t-e[s])/o,0),1):0;this.frame.k=s,this.frame.next=r,this.frame.u=a,this.poseAt(s,r,a,this.pose)}poseAt(t,e,n,s){this.planar?this.planarPose(t,e,n,s):this.spatialPose(t,e,n,s)}planarPose(t,e,n,s){let r=this.bodies.length,o=this.frames.places;for(let a=0;a<r;a++){let l=3*(t*r+a),c=3*(e*r+a),h=.5*((1-n)*o[l+2]+n*o[c+2]),u=7*a;s[u]=(1-n)*o[l]+n*o[c],s[u+1]=(1-n)*o[l+1]+n*o[c+1],s[u+2]=0,s[u+3]=0,s[u+4]=0,s[u+5]=Math.sin(h),s[u+6]=Math.cos(h)}}spatialPose(t,e,n,s){let r=this.bodies.length,{places:o,turns:a}=this.frames;for(let l=0;l<r;l++){let c=3*(t*r+l),h=3*(e*r+l),u=7*l;for(let P=0;P<3;P++)s[u+P]=(1-n)*o[c+P]+n*o[h+P];let d=4*(t*r+l),f=4*(e*r+l),y=a[d]*a[f]+a[d+1]*a[f+1]+a[d+2]*a[f+2]+a[d+3]*a[f+3]<0?-n:n,m=(1-n)*a[d]+y*a[f],g=(1-n)*a[d+1]+y*a[f+1],S=(1-n)*a[d+2]+y*a[f+2],A=(1-n)*a[d+3]+y*a[f+3],v=Math.sqrt(m*m+g*g+S*S+A*A)||1;s[u+3]=g/v,s[u+4]=S/v,s[u+5]=A/v,s[u+6]=m/v}}vector(t,e,n,s,r){let{k:o,next:a,u:l}=this.frame,c=6*(o*e+n)+s,h=6*(a*e+n)+s;for(let u=0;u<3;u++)r[u]=(1-l)*t[c+u]+l*t[h+u];return r}};function qv(i){let[t,e]=[1/0,-1/0];for(let n of i)n<t&&(t=n),n>e&&(e=n);return t<=e?[t,e]:[0,0]}function Yv(i){let t=new Float32Array(ji(i.values)),e=new Float64Array(ji(i.audit)),n=i.count,s=n>0?t.length/n:i.names.length,r=new Float64Array(ji(i.times)),o=i.first&&[i.first,i.last].map(f=>new Float64Array(ji(f))),a=i.offsets&&new Uint16Array(ji(i.offsets)),l=f=>f<s?t.subarray(f*n,(f+1)*n):e.subarray((f-s)*n,(f-s+1)*n),c=f=>{let[p,y,m]=[l(f),[r[0]],[o[0][f]]],g=(S,A)=>{S>y[y.length-1]&&(y.push(S),m.push(A))};return p.forEach((S,A)=>{let v=A&-2,P=Math.min(i.every,i.rows-v/2*i.every),E=P>1?i.offset_unit*a[f*n+A]/(P-1):0;g(r[v]+E*(r[v+1]-r[v]),S)}),g(r[n-1],o[1][f]),{times:Float64Array.from(y),values:Float64Array.from(m)}},h=new Map(i.names.map((f,p)=>[f,p])),u=new Map,d=f=>{if(!u.has(f)&&h.has(f)){let p=h.get(f);u.set(f,a?c(p):{times:r,values:l(p)})}return u.get(f)};return{names:i.names,of:i.of,every:i.every,rows:i.rows,get:f=>d(f)?.values??null,timesOf:f=>d(f)?.times??r,span(f){let p=d(f);return p.span??=qv(p.values),p.span}}}function We(i,t,e,n){if(t<0)return n[0]=e[0],n[1]=e[1],n[2]=e[2],n;gs(i,t,e,n);let s=7*t;return n[0]+=i[s],n[1]+=i[s+1],n[2]+=i[s+2],n}function gs(i,t,e,n){let s=e[0],r=e[1],o=e[2];if(t<0)return n[0]=s,n[1]=r,n[2]=o,n;let a=7*t+3,l=i[a],c=i[a+1],h=i[a+2],u=i[a+3],d=2*(c*o-h*r),f=2*(h*s-l*o),p=2*(l*r-c*s);return n[0]=s+u*d+c*p-h*f,n[1]=r+u*f+h*d-l*p,n[2]=o+u*p+l*f-c*d,n}function Dg(){let i=JSON.parse(document.getElementById("linkwork-data").textContent);return{title:i.title,program:i.program,runs:i.runs.map((t,e)=>new Ud(t,e))}}function hn(i){if(i==null||Number.isNaN(i))return"\u2013";if(i===0)return"0";let t=Math.abs(i);return t>=1e5||t<.001?i.toExponential(2).replace("e+","e").replace("-","\u2212").replace("e-","e\u2212"):String(Number(i.toPrecision(4))).replace("-","\u2212")}function Ql(i){let t=Number(i.toPrecision(6)),e=Math.abs(t);return(e!==0&&(e>=1e5||e<.001)?t.toExponential().replace("e+","e"):String(t)).replaceAll("-","\u2212")}function tc(i,t){let e=t>0?Math.min(Math.max(3-Math.floor(Math.log10(t)),0),6):3;return i.toFixed(e)}function Fd(i){if(!(i>0))return"0 s";let[t,e]=i>=1?[1,"s"]:i>=.001?[1e3,"ms"]:i>=1e-6?[1e6,"\xB5s"]:[1e9,"ns"];return`${Number((i*t).toPrecision(3))} ${e}`}function Ng(i){let t=i%100,e=t>10&&t<20?"th":{1:"st",2:"nd",3:"rd"}[i%10]??"th";return`${i}${e}`}function Dt(i,t={},...e){let n=document.createElement(i);for(let[s,r]of Object.entries(t))s==="class"?n.className=r:s.startsWith("on")?n.addEventListener(s.slice(2),r):r===!0?n.setAttribute(s,""):r!==!1&&r!==null&&r!==void 0&&n.setAttribute(s,r);return n.append(...e),n}var Od;function ec(){if(Od===void 0){let i=document.createElement("canvas").getContext("webgl2"),t=i?String(i.getParameter(i.RENDERER)):"";i?.getExtension("WEBGL_lose_context")?.loseContext(),Od=/swiftshader|llvmpipe|softpipe|basic render/i.test(t)}return Od}var $v=vn.sync("linkwork"),Zv=120;function Jv(i,t){let e=Array.from(i,t?Math.log10:void 0);for(let n=0;n<e.length;n++)Number.isFinite(e[n])||(e[n]=null);return e}function Kv(i,t){let e=i.map(s=>[Array.from(s.times),Jv(s.values,t)]),n=({times:s})=>s===i[0].times||jv(s,i[0].times);return i.every(n)?[e[0][0],...e.map(s=>s[1])]:vn.join(e,e.map(()=>[1,2]))}function jv(i,t){return i.length===t.length&&i.every((e,n)=>e===t[n])}function Qv({times:i,values:t,scale:e},n){if(i.length===0)return null;let s=pa(i,n),r=Math.min(s+1,i.length-1),o=i[r]-i[s],a=o>0?Math.min(Math.max((n-i[s])/o,0),1):0;return jl(a>0?(1-a)*t[s]+a*t[r]:t[s],e)}function tS(i,t,e){if(i===null||t===null)return[0,1];let n=Math.max(Math.abs(i),Math.abs(t));if(n<1e-25||jl(n,e)===0)return[-1,1];let s=t-i>1e-9*n?.06*(t-i):.5*n;return[i-s,t+s]}function eS(i,t){return i===null||t===null?[-16,-14]:[Math.floor(i),Math.max(Math.ceil(t),Math.floor(i)+1)]}var oo=class{constructor(t,{lines:e,height:n,theme:s,player:r,log:o=!1,onRemove:a}){Object.assign(this,{host:t,lines:e,theme:s,player:r,log:o,height:n}),this.legend=Dt("ul",{class:"legend"}),this.entries=e.map(l=>this.entry(l,a)),this.box=Dt("div",{class:"chart"}),t.append(this.legend,this.box),this.build(),this.observer=new ResizeObserver(()=>this.fill()),this.observer.observe(this.box),this.seen=!0,this.sight=new IntersectionObserver(l=>{this.seen=l[l.length-1].isIntersecting,this.showTime()}),this.sight.observe(this.box),this.onTime=()=>this.showTime(),r.addEventListener("time",this.onTime),r.addEventListener("state",this.onTime)}entry(t,e){let n=Dt("b",{}),s=Dt("i",{style:`--color: ${t.color}`,class:t.dash?"dashed":""}),r=Dt("li",{title:t.label},s,Dt("span",{},t.label),n);return e&&r.append(Dt("button",{type:"button","aria-label":`Remove ${t.label}`,onclick:()=>e(t.label)},"\xD7")),this.legend.append(r),{line:t,value:n}}build(){this.plot?.destroy();let t=this.lines.length?Kv(this.lines,this.log):[[this.player.start,this.player.end]];this.marker=Dt("div",{class:"marker"}),this.marked=!0,this.plot=new vn(this.options(),t,this.box),this.plot.over.append(this.marker),this.listen(),this.showTime()}options(){let t=this.theme.color("--muted"),e={stroke:this.theme.color("--hair"),width:1},n="11px system-ui, sans-serif",s=[...new Set(this.lines.map(y=>y.unit))],r=y=>s.indexOf(y)<=0?"y":"y2",o=y=>y.map(m=>this.axisLabel(m)).join("; ")||void 0,a={stroke:t,grid:e,ticks:{stroke:this.theme.color("--hair"),width:1,size:4},font:n,labelFont:n},l=this.log?y=>Ql(10**y):Ql,c=(y,m)=>m.map(g=>g===null?"":l(g)),h=(y,m)=>14+6.6*Math.max(5,...(m??[]).map(g=>g.length)),u=this.log?{incrs:[1,2,3,4,5,10,20,50,100]}:{},d={...a,scale:"y",values:c,size:h,...u,label:o(s.slice(0,1)),labelSize:16,labelGap:2},f={...d,scale:"y2",side:1,label:o(s.slice(1)),grid:{show:!1}},p={...a,values:(y,m)=>m.map(g=>g===null?"":Ql(g)),size:24,label:"time (s)",labelSize:15,labelGap:0};return{width:Math.max(this.box.clientWidth,50),height:this.height,pxAlign:0,padding:[8,s.length>1?0:12,0,0],legend:{show:!1},scales:{x:{time:!1,range:(y,m,g)=>g>m?[m,g]:[m-.5,g+.5]},y:this.scale(s[0]),y2:this.scale(s[1])},axes:s.length>1?[p,d,f]:[p,d],series:[{},...this.lines.map(y=>({label:y.label,scale:r(y.unit),stroke:y.color,width:1.6,dash:y.dash,points:{show:y.values.length<2,size:7},spanGaps:!0}))],cursor:{sync:{key:$v.key,scales:["x",null]},drag:{x:!0,y:!1,dist:6},points:{size:6},y:!1},hooks:{setCursor:[()=>this.showValues()],setScale:[(y,m)=>m==="x"&&this.showTime()]}}}scale(t){let e=Math.max(0,...this.lines.filter(n=>n.unit===t).map(n=>n.scale));return{range:(n,s,r)=>this.log?eS(s,r):tS(s,r,e)}}axisLabel(t){return[...new Set(this.lines.filter(n=>n.unit===t).map(n=>n.word))].filter(Boolean).join(", ")+(t&&` (${t})`)}listen(){let{over:t}=this.plot,e=null;t.addEventListener("pointerdown",n=>e=n.offsetX),t.addEventListener("pointerup",n=>{e!==null&&Math.abs(n.offsetX-e)<4&&this.player.seek(this.plot.posToVal(n.offsetX,"x")),e=null})}fill(){let t=this.box.clientWidth;t>0&&t!==this.plot.width&&this.plot.setSize({width:t,height:this.height}),this.showTime()}showTime(){let{player:t}=this;if(t.playing&&!this.seen)return;let e=performance.now(),n=!t.playing||!(e-this.told<Zv);(n||!ec())&&this.moveMarker(),n&&(this.told=e,this.showValues())}moveMarker(){let{plot:t,marker:e}=this,n=t.valToPos(this.player.time,"x"),s=n>=0&&n<=t.bbox.width/devicePixelRatio;s!==this.marked&&(e.style.display=s?"":"none"),this.marked=s,s&&(e.style.transform=`translateX(${n.toFixed(1)}px)`)}showValues(){if(this.plot===void 0)return;let{idx:t,left:e}=this.plot.cursor,s=e>=0&&t!==null&&t!==void 0?this.plot.data[0][t]:this.player.time;for(let{line:r,value:o}of this.entries){let a=`${hn(Qv(r,s))}${this.unitOf(r)}`;o.textContent!==a&&(o.textContent=a)}}unitOf(t){return t.unit&&this.lines.some(e=>e.unit!==t.unit)?` ${t.unit}`:""}destroy(){this.player.removeEventListener("time",this.onTime),this.player.removeEventListener("state",this.onTime),this.observer.disconnect(),this.sight.disconnect(),this.plot.destroy()}};var Ug=(i,t)=>i.reduce((e,n)=>Math.max(e,Math.abs(n)),t);function nS(i){let t=i.columns.get("energy.total"),e=i.columns.get("energy.work")??t.map(()=>0),n=t[0]??0,s=Ug(e,Ug(i.columns.get("energy.kinetic"),Math.abs(n)));return t.map((r,o)=>s>0?(r-n-e[o])/s:0)}var nc=class{constructor(t,e,n){Object.assign(this,{runs:t,player:e,theme:n}),this.host=document.getElementById("audit"),this.charts=[],n.addEventListener("change",()=>this.draw()),this.draw()}draw(){let{runs:t,host:e}=this,{summary:n}=t[0];this.charts.forEach(o=>o.destroy()),e.replaceChildren(Dt("h2",{},"Audit"));let s=(o,a,l,c)=>({...this.line(o,a,`residual.${a}`,l,c),values:o.columns.get(`residual.${a}`),word:"residual"}),r=o=>({...this.line(o,"change of total energy less work","energy.total",0),values:nS(o),word:"relative error"});this.charts=[this.chart("Energy",`Largest relative error of the balance ${hn(n.energy_balance??n.energy_drift)}: what kinetic and potential energy gained, less the work of drivers, dampers and loads.`,t.map(r),!1),this.chart("Constraints",`Largest violation of a position equation ${hn(n.max_residual)}.`,t.flatMap(o=>[s(o,"position",1),s(o,"velocity",2,[5,4])]),!0)]}line(t,e,n,s,r){let o=this.runs.length>1?`${e} \xB7 ${t.name}`:e,a=t.columns.timesOf(n);return{label:o,color:this.theme.line(s+2*t.index),dash:r,unit:"",scale:0,times:a}}chart(t,e,n,s){let r=Dt("div",{});return this.host.append(Dt("h3",{},t),Dt("p",{class:"note"},e),r),new oo(r,{lines:n,height:150,theme:this.theme,player:this.player,log:s})}};var an=i=>i==null?"\u2013":Number(i).toLocaleString("en"),ma=i=>i??"\u2013",ic=(i,t,e)=>`${an(i)} ${i===1?t:e}`,iS=[["Model"],["Bodies","bodies",an],["Joints","joints",an],["Degrees of freedom","dof",an],["Constraint equations","equations",an],["Redundant ones","redundant",an],["Methods"],["Formulation","formulation",ma],["Solver","solver",ma],["Integrator","integrator",ma],["Stabilization","stabilization",ma],["Threads","threads",an],["Parts","parts",an],["Cost"],["Simulated time","time",i=>`${hn(i)} s`],["Steps (rejected)","steps",(i,t)=>`${an(i)} (${an(t.rejected)})`],["Evaluations","evaluations",an],["Time for one","seconds_per_evaluation",Fd],["Wall time","wall_seconds",Fd],["Quality"],["Energy balance, relative error","energy_balance",hn],["Largest constraint residual","max_residual",hn],["Reactions unique","reactions_unique",i=>i?"yes":"no: equations are redundant"],["State hash","state_hash",ma]];function Fg(i){let t=[];for(let[e,n,s]of iS){if(n===void 0){let o=i.length>1?i.map(a=>Dt("th",{scope:"col"},a.name)):[];t.push(Dt("table",{},Dt("tr",{class:"group"},Dt("th",{colspan:o.length?1:2},e),...o)));continue}let r=i.map(o=>Dt("td",{},s(o.summary[n],o.summary)));t[t.length-1].append(Dt("tr",{},Dt("th",{scope:"row"},e),...r))}document.getElementById("summary").replaceChildren(Dt("h2",{},"Summary"),Dt("div",{class:"table groups"},...t))}var sS=[/redundant/,/^initial velocities made consistent/,/^assembled by moving/,/no moment of inertia about its own axis/,/parts were asked for/,/^joints are cut by/,/^steps of relaxation by/,/^the checkpoint was written by version/];function rS({summary:i,end:t}){if(i.error){if(i.error.startsWith("stopped by the user"))return{kind:"doubtful",head:`Stopped by the user at ${hn(i.time??t)} s: `,text:"what follows is a part of the run"};let s=/^at t = (\S+) s,? (.*)$/s.exec(i.error),[,r,o]=s??[null,i.time??t,i.error];return{kind:"failed",head:`Failed at ${hn(Number(r))} s: `,text:o}}let e=(i.warnings??[]).filter(s=>!sS.some(r=>r.test(s)));if(e.length===0)return null;let n=e.length>1?` (and ${ic(e.length-1,"more warning","more warnings")})`:"";return{kind:"doubtful",head:"Doubtful: ",text:e[0]+n}}function Og(i){let t=i.flatMap(e=>{let n=rS(e);if(n===null)return[];let{kind:s,head:r,text:o}=n,a=i.length>1?`${e.name}: `:"";return[Dt("a",{href:"#warnings",class:s,title:o},Dt("b",{},a+r),o)]});document.getElementById("verdict").replaceChildren(...t)}function Bg(i){let t=document.getElementById("warnings"),e=i.length>1,n=i.flatMap(s=>[...s.summary.error?[Dt("li",{class:"error"},`${e?`${s.name}: `:""}The run did not reach its end: ${s.summary.error}`)]:[],...(s.summary.warnings??[]).map(o=>Dt("li",{},e?`${s.name}: ${o}`:o))]);n.length!==0&&(t.hidden=!1,t.replaceChildren(Dt("h2",{},"What to know"),Dt("ul",{},...n)))}function zg(i){let{summary:t,model:e}=i;return[ic(e.bodies.of,"body","bodies"),ic(e.joints.of,"joint","joints"),e.space,t.dof===void 0?"":ic(t.dof,"degree of freedom","degrees of freedom"),[t.formulation,t.solver].filter(Boolean).join(" + ")].filter(Boolean).join(" \xB7 ")}function kg(i){let{frames:t,columns:e,model:n}=i,s=[];if(t.every>1&&s.push(`The motion shows every ${Ng(t.every)} of ${an(t.of)} rows`),e.every>1){let l=`every ${an(e.every)} of ${an(e.rows)} rows`;s.push(`plots show the least and the largest value of ${l}`)}e.names.length+1<e.of&&s.push(`${an(e.names.length+1)} of ${an(e.of)} columns can be plotted`),i.bodies.length<n.bodies.of&&s.push(`${an(i.bodies.length)} of ${an(n.bodies.of)} bodies are drawn`);let{shapes:r,solids:o}=n.undrawn;if(r>0&&s.push(`${an(r)} of the model's shapes ${r===1?"is":"are"} not drawn (meshes, or without usable sizes)`),o>0&&s.push(`${an(o)} solids beyond the first 6,000 are left out`),n.joints.reactions<i.joints.length&&s.push(`reactions are drawn for ${an(n.joints.reactions)} of ${an(n.joints.of)} joints`),s.length===0)return"";let a=`${s.join("; ")}.${window.LINKWORK_LIVE?"":" The files beside this page have everything."}`;return a[0].toUpperCase()+a.slice(1)}function oS(i,t){return i.closest("dialog")||i.matches("input[type=search], select, textarea")?!0:i.matches("input[type=range]")?t.startsWith("Arrow")||t==="Home"||t==="End":i.matches("button, summary, input")&&(t===" "||t==="Enter")}var sc=class{constructor({player:t,view:e,menus:n,theme:s}){let r=(o,a)=>{t.pause(),t.seek(t.time+o*a*t.span)};this.table=[[[" "],"Space","play or pause",()=>t.toggle()],[["ArrowRight"],"\u2192","a little later; with Shift, a tenth of the whole",o=>r(1,o.shiftKey?.1:.01)],[["ArrowLeft"],"\u2190","a little earlier; with Shift, a tenth of the whole",o=>r(-1,o.shiftKey?.1:.01)],[["Home"],"Home","to the beginning",()=>t.seek(t.start)],[["End"],"End","to the end",()=>{t.pause(),t.seek(t.end)}],[["+","="],"+","faster",()=>t.faster(1)],[["-"],"\u2212","slower",()=>t.faster(-1)],[["f"],"f","zoom to fit",()=>e.fit()],[["t"],"t","trace the body that is followed or was pointed at",()=>n.traceOne()],[["j"],"j","joints",()=>n.toggle("joints")],[["a"],"a","axes",()=>n.toggle("axes")],[["n"],"n","names",()=>n.toggle("names")],[["r"],"r","forces of joints",()=>n.toggle("reactions")],[["m"],"m","moments of joints and motors",()=>n.toggle("moments")],[["d"],"d","light or dark",()=>s.toggle()],[["?"],"?","this help",()=>this.help()]],this.dialog=document.getElementById("help"),this.fillHelp(),document.getElementById("help-button").addEventListener("click",()=>this.help()),document.addEventListener("keydown",o=>this.press(o))}press(t){if(t.ctrlKey||t.metaKey||t.altKey||oS(t.target,t.key))return;let e=this.table.find(([n])=>n.includes(t.key));e!==void 0&&(t.preventDefault(),e[3](t))}fillHelp(){let t=this.table.map(([,s,r])=>Dt("tr",{},Dt("th",{},Dt("kbd",{},s)),Dt("td",{},r))),e=[["drag","turn the picture (planar models: move it); with the right button, move it"],["wheel","zoom"],["drag in a plot","zoom in time; double click shows all of it"],["click in a plot","go to that time"]];t.push(...e.map(([s,r])=>Dt("tr",{},Dt("th",{},s),Dt("td",{},r))));let n=Dt("button",{type:"button",class:"primary",onclick:()=>this.dialog.close()},"Close");this.dialog.append(Dt("div",{class:"dialog-bar"},Dt("h2",{},"Keys and mouse"),n),Dt("table",{},...t)),this.dialog.addEventListener("click",s=>s.target===this.dialog&&this.dialog.close())}help(){this.dialog.showModal()}};function aS({time:i,end:t,over:e,error:n,pace:s}){let r=`t = ${i.toPrecision(4)} of ${t} s`;return e&&n?`The simulation could not go on at ${r}: ${n}`:e?i<t?`The simulation was stopped at ${r}.`:`The simulation has ended at t = ${t} s.`:`Simulating ${s===null?"as fast as it can be computed":s===1?"in real time":`${s} \xD7 real time`}: ${r}`}function Vg(i,{runs:t,player:e,show:n}){let s="",r=document.getElementById("thinned"),o=async()=>{let l=performance.now(),c=null;try{let h=await fetch(`${i}?${s}`,{cache:"no-store"});c=h.status===200?a(await h.json()):{}}catch{r.textContent="The program that showed this run has ended; what was seen until then stays.";return}c.over||setTimeout(o,Math.max(100,performance.now()-l))},a=l=>{let c=!e.playing&&e.time>=e.end;return t.forEach((h,u)=>h.load(l.runs[u])),e.extend(Math.max(...t.map(h=>h.end))),n(),r.textContent=[aS(l.live),r.textContent].filter(Boolean).join(" "),c&&e.seek(e.end),s=l.live.state,l.live};e.seek(e.end),o()}var es={LEFT:0,MIDDLE:1,RIGHT:2,ROTATE:0,DOLLY:1,PAN:2},ns={ROTATE:0,PAN:1,DOLLY_PAN:2,DOLLY_ROTATE:3},C0=0,Mf=1,P0=2;var cl=1,I0=2,ko=3,er=0,ti=1,is=2,Cr=0,Vo=1,bf=2,wf=3,Ef=4,L0=5;var Pr=100,D0=101,N0=102,U0=103,F0=104,O0=200,B0=201,z0=202,k0=203,Tf=204,Af=205,V0=206,H0=207,G0=208,W0=209,X0=210,q0=211,Y0=212,$0=213,Z0=214,Dc=0,Nc=1,Uc=2,Eo=3,Fc=4,Oc=5,Bc=6,zc=7,xh=0,J0=1,K0=2,ss=0,Rf=1,Cf=2,Pf=3,If=4,Lf=5,Df=6,Nf=7;var Uf=300,Ir=301,Ho=302,yh=303,vh=304,kc=1e3,ts=1001,Vc=1002,In=1003,j0=1004;var hl=1005;var Qn=1006,Sh=1007;var As=1008;var si=1009,Ff=1010,Of=1011,Go=1012,Mh=1013,Vi=1014,Pi=1015,Hi=1016,bh=1017,wh=1018,Lr=1020,Bf=35902,zf=35899,kf=1021,Vf=1022,Gi=1023,bs=1026,Rs=1027,Eh=1028,Th=1029,nr=1030,Ah=1031;var Rh=1033,ul=33776,dl=33777,fl=33778,pl=33779,Ch=35840,Ph=35841,Ih=35842,Lh=35843,Dh=36196,Nh=37492,Uh=37496,Fh=37488,Oh=37489,ml=37490,Bh=37491,zh=37808,kh=37809,Vh=37810,Hh=37811,Gh=37812,Wh=37813,Xh=37814,qh=37815,Yh=37816,$h=37817,Zh=37818,Jh=37819,Kh=37820,jh=37821,Qh=36492,tu=36494,eu=36495,nu=36283,iu=36284,gl=36285,su=36286;var Ca=2300,Hc=2301,Ic=2302,hf=2303,uf=2400,df=2401,ff=2402;var Q0=3200;var ru=0,t_=1,Cs="",mi="srgb",Pa="srgb-linear",Ia="linear",Ue="srgb";var Lc=7680;var e_=519,n_=512,i_=513,s_=514,Hf=515,r_=516,o_=517,Gf=518,Wf=519,Xf=35044,_l=35048;var qf="300 es",Ai=2e3,To=2001;function lS(i){for(let t=i.length-1;t>=0;--t)if(i[t]>=65535)return!0;return!1}function cS(i){return ArrayBuffer.isView(i)&&!(i instanceof DataView)}function La(i){return document.createElementNS("http://www.w3.org/1999/xhtml",i)}function a_(){let i=La("canvas");return i.style.display="block",i}var Hg={},Ao=null;function Da(...i){let t="THREE."+i.shift();Ao?Ao("log",t,...i):console.log(t,...i)}function l_(i){let t=i[0];if(typeof t=="string"&&t.startsWith("TSL:")){let e=i[1];e&&e.isStackTrace?i[0]+=" "+e.getLocation():i[1]='Stack trace not available. Enable "THREE.Node.captureStackTrace" to capture stack traces.'}return i}function te(...i){i=l_(i);let t="THREE."+i.shift();if(Ao)Ao("warn",t,...i);else{let e=i[0];e&&e.isStackTrace?console.warn(e.getError(t)):console.warn(t,...i)}}function oe(...i){i=l_(i);let t="THREE."+i.shift();if(Ao)Ao("error",t,...i);else{let e=i[0];e&&e.isStackTrace?console.error(e.getError(t)):console.error(t,...i)}}function wa(...i){let t=i.join(" ");t in Hg||(Hg[t]=!0,te(...i))}function c_(i,t,e){return new Promise(function(n,s){function r(){switch(i.clientWaitSync(t,i.SYNC_FLUSH_COMMANDS_BIT,0)){case i.WAIT_FAILED:s();break;case i.TIMEOUT_EXPIRED:setTimeout(r,e);break;default:n()}}setTimeout(r,e)})}var h_={[Dc]:Dc,[Uc]:Bc,[Fc]:Fc,[Eo]:Oc,[Nc]:Nc,[Bc]:Uc,[zc]:zc,[Oc]:Eo},ki=class{addEventListener(t,e){this._listeners===void 0&&(this._listeners={});let n=this._listeners;n[t]===void 0&&(n[t]=[]),n[t].indexOf(e)===-1&&n[t].push(e)}hasEventListener(t,e){let n=this._listeners;return n===void 0?!1:n[t]!==void 0&&n[t].indexOf(e)!==-1}removeEventListener(t,e){let n=this._listeners;if(n===void 0)return;let s=n[t];if(s!==void 0){let r=s.indexOf(e);r!==-1&&s.splice(r,1)}}dispatchEvent(t){let e=this._listeners;if(e===void 0)return;let n=e[t.type];if(n!==void 0){t.target=this;let s=n.slice(0);for(let r=0,o=s.length;r<o;r++)s[r].call(this,t);t.target=null}}},zn=["00","01","02","03","04","05","06","07","08","09","0a","0b","0c","0d","0e","0f","10","11","12","13","14","15","16","17","18","19","1a","1b","1c","1d","1e","1f","20","21","22","23","24","25","26","27","28","29","2a","2b","2c","2d","2e","2f","30","31","32","33","34","35","36","37","38","39","3a","3b","3c","3d","3e","3f","40","41","42","43","44","45","46","47","48","49","4a","4b","4c","4d","4e","4f","50","51","52","53","54","55","56","57","58","59","5a","5b","5c","5d","5e","5f","60","61","62","63","64","65","66","67","68","69","6a","6b","6c","6d","6e","6f","70","71","72","73","74","75","76","77","78","79","7a","7b","7c","7d","7e","7f","80","81","82","83","84","85","86","87","88","89","8a","8b","8c","8d","8e","8f","90","91","92","93","94","95","96","97","98","99","9a","9b","9c","9d","9e","9f","a0","a1","a2","a3","a4","a5","a6","a7","a8","a9","aa","ab","ac","ad","ae","af","b0","b1","b2","b3","b4","b5","b6","b7","b8","b9","ba","bb","bc","bd","be","bf","c0","c1","c2","c3","c4","c5","c6","c7","c8","c9","ca","cb","cc","cd","ce","cf","d0","d1","d2","d3","d4","d5","d6","d7","d8","d9","da","db","dc","dd","de","df","e0","e1","e2","e3","e4","e5","e6","e7","e8","e9","ea","eb","ec","ed","ee","ef","f0","f1","f2","f3","f4","f5","f6","f7","f8","f9","fa","fb","fc","fd","fe","ff"],Gg=1234567,Ea=Math.PI/180,Ro=180/Math.PI;function Ps(){let i=Math.random()*4294967295|0,t=Math.random()*4294967295|0,e=Math.random()*4294967295|0,n=Math.random()*4294967295|0;return(zn[i&255]+zn[i>>8&255]+zn[i>>16&255]+zn[i>>24&255]+"-"+zn[t&255]+zn[t>>8&255]+"-"+zn[t>>16&15|64]+zn[t>>24&255]+"-"+zn[e&63|128]+zn[e>>8&255]+"-"+zn[e>>16&255]+zn[e>>24&255]+zn[n&255]+zn[n>>8&255]+zn[n>>16&255]+zn[n>>24&255]).toLowerCase()}function fe(i,t,e){return Math.max(t,Math.min(e,i))}function Yf(i,t){return(i%t+t)%t}function hS(i,t,e,n,s){return n+(i-t)*(s-n)/(e-t)}function uS(i,t,e){return i!==t?(e-i)/(t-i):0}function Ta(i,t,e){return(1-e)*i+e*t}function dS(i,t,e,n){return Ta(i,t,1-Math.exp(-e*n))}function fS(i,t=1){return t-Math.abs(Yf(i,t*2)-t)}function pS(i,t,e){return i<=t?0:i>=e?1:(i=(i-t)/(e-t),i*i*(3-2*i))}function mS(i,t,e){return i<=t?0:i>=e?1:(i=(i-t)/(e-t),i*i*i*(i*(i*6-15)+10))}function gS(i,t){return i+Math.floor(Math.random()*(t-i+1))}function _S(i,t){return i+Math.random()*(t-i)}function xS(i){return i*(.5-Math.random())}function yS(i){i!==void 0&&(Gg=i);let t=Gg+=1831565813;return t=Math.imul(t^t>>>15,t|1),t^=t+Math.imul(t^t>>>7,t|61),((t^t>>>14)>>>0)/4294967296}function vS(i){return i*Ea}function SS(i){return i*Ro}function MS(i){return i>0&&Number.isInteger(i)&&2**Math.round(Math.log2(i))===i}function bS(i){return Math.pow(2,Math.ceil(Math.log(i)/Math.LN2))}function $f(i){return Math.pow(2,Math.floor(Math.log(i)/Math.LN2))}function wS(i,t,e,n,s){let r=Math.cos,o=Math.sin,a=r(e/2),l=o(e/2),c=r((t+n)/2),h=o((t+n)/2),u=r((t-n)/2),d=o((t-n)/2),f=r((n-t)/2),p=o((n-t)/2);switch(s){case"XYX":i.set(a*h,l*u,l*d,a*c);break;case"YZY":i.set(l*d,a*h,l*u,a*c);break;case"ZXZ":i.set(l*u,l*d,a*h,a*c);break;case"XZX":i.set(a*h,l*p,l*f,a*c);break;case"YXY":i.set(l*f,a*h,l*p,a*c);break;case"ZYZ":i.set(l*p,l*f,a*h,a*c);break;default:te("MathUtils: .setQuaternionFromProperEuler() encountered an unknown order: "+s)}}function ou(i){switch(i.constructor){case Uint32Array:return 4294967295;case Uint16Array:return 65535;case Uint8Array:case Uint8ClampedArray:return 255;case Int32Array:return 2147483647;case Int16Array:return 32767;case Int8Array:return 127;default:return}}function Zf(i,t){if(t.constructor===Float32Array)return i;let e=ou(t);if(e===void 0)throw new Error("THREE.MathUtils: Invalid component type.");return Math.max(i/e,-1)}function Jf(i,t){if(t.constructor===Float32Array)return i;let e=ou(t);if(e===void 0)throw new Error("THREE.MathUtils: Invalid component type.");return Math.round(i*e)}var Wo={DEG2RAD:Ea,RAD2DEG:Ro,generateUUID:Ps,clamp:fe,euclideanModulo:Yf,mapLinear:hS,inverseLerp:uS,lerp:Ta,damp:dS,pingpong:fS,smoothstep:pS,smootherstep:mS,randInt:gS,randFloat:_S,randFloatSpread:xS,seededRandom:yS,degToRad:vS,radToDeg:SS,isPowerOfTwo:MS,ceilPowerOfTwo:bS,floorPowerOfTwo:$f,setQuaternionFromProperEuler:wS,normalize:Jf,denormalize:Zf},pt=class{static{this.prototype.isVector2=!0}constructor(t=0,e=0){this.x=t,this.y=e}get width(){return this.x}set width(t){this.x=t}get height(){return this.y}set height(t){this.y=t}set(t,e){return this.x=t,this.y=e,this}setScalar(t){return this.x=t,this.y=t,this}setX(t){return this.x=t,this}setY(t){return this.y=t,this}setComponent(t,e){switch(t){case 0:this.x=e;break;case 1:this.y=e;break;default:throw new Error("THREE.Vector2: index is out of range: "+t)}return this}getComponent(t){switch(t){case 0:return this.x;case 1:return this.y;default:throw new Error("THREE.Vector2: index is out of range: "+t)}}clone(){return new this.constructor(this.x,this.y)}copy(t){return this.x=t.x,this.y=t.y,this}add(t){return this.x+=t.x,this.y+=t.y,this}addScalar(t){return this.x+=t,this.y+=t,this}addVectors(t,e){return this.x=t.x+e.x,this.y=t.y+e.y,this}addScaledVector(t,e){return this.x+=t.x*e,this.y+=t.y*e,this}sub(t){return this.x-=t.x,this.y-=t.y,this}subScalar(t){return this.x-=t,this.y-=t,this}subVectors(t,e){return this.x=t.x-e.x,this.y=t.y-e.y,this}multiply(t){return this.x*=t.x,this.y*=t.y,this}multiplyScalar(t){return this.x*=t,this.y*=t,this}divide(t){return this.x/=t.x,this.y/=t.y,this}divideScalar(t){return this.multiplyScalar(1/t)}applyMatrix3(t){let e=this.x,n=this.y,s=t.elements;return this.x=s[0]*e+s[3]*n+s[6],this.y=s[1]*e+s[4]*n+s[7],this}min(t){return this.x=Math.min(this.x,t.x),this.y=Math.min(this.y,t.y),this}max(t){return this.x=Math.max(this.x,t.x),this.y=Math.max(this.y,t.y),this}clamp(t,e){return this.x=fe(this.x,t.x,e.x),this.y=fe(this.y,t.y,e.y),this}clampScalar(t,e){return this.x=fe(this.x,t,e),this.y=fe(this.y,t,e),this}clampLength(t,e){let n=this.length();return this.divideScalar(n||1).multiplyScalar(fe(n,t,e))}floor(){return this.x=Math.floor(this.x),this.y=Math.floor(this.y),this}ceil(){return this.x=Math.ceil(this.x),this.y=Math.ceil(this.y),this}round(){return this.x=Math.round(this.x),this.y=Math.round(this.y),this}roundToZero(){return this.x=Math.trunc(this.x),this.y=Math.trunc(this.y),this}negate(){return this.x=-this.x,this.y=-this.y,this}dot(t){return this.x*t.x+this.y*t.y}cross(t){return this.x*t.y-this.y*t.x}lengthSq(){return this.x*this.x+this.y*this.y}length(){return Math.sqrt(this.x*this.x+this.y*this.y)}manhattanLength(){return Math.abs(this.x)+Math.abs(this.y)}normalize(){return this.divideScalar(this.length()||1)}angle(){return Math.atan2(-this.y,-this.x)+Math.PI}angleTo(t){let e=Math.sqrt(this.lengthSq()*t.lengthSq());if(e===0)return Math.PI/2;let n=this.dot(t)/e;return Math.acos(fe(n,-1,1))}distanceTo(t){return Math.sqrt(this.distanceToSquared(t))}distanceToSquared(t){let e=this.x-t.x,n=this.y-t.y;return e*e+n*n}manhattanDistanceTo(t){return Math.abs(this.x-t.x)+Math.abs(this.y-t.y)}setLength(t){return this.normalize().multiplyScalar(t)}lerp(t,e){return this.x+=(t.x-this.x)*e,this.y+=(t.y-this.y)*e,this}lerpVectors(t,e,n){return this.x=t.x+(e.x-t.x)*n,this.y=t.y+(e.y-t.y)*n,this}equals(t){return t.x===this.x&&t.y===this.y}fromArray(t,e=0){return this.x=t[e],this.y=t[e+1],this}toArray(t=[],e=0){return t[e]=this.x,t[e+1]=this.y,t}fromBufferAttribute(t,e){return this.x=t.getX(e),this.y=t.getY(e),this}rotateAround(t,e){let n=Math.cos(e),s=Math.sin(e),r=this.x-t.x,o=this.y-t.y;return this.x=r*n-o*s+t.x,this.y=r*s+o*n+t.y,this}random(){return this.x=Math.random(),this.y=Math.random(),this}*[Symbol.iterator](){yield this.x,yield this.y}},Ke=class{constructor(t=0,e=0,n=0,s=1){this.isQuaternion=!0,this._x=t,this._y=e,this._z=n,this._w=s}static slerpFlat(t,e,n,s,r,o,a){let l=n[s+0],c=n[s+1],h=n[s+2],u=n[s+3],d=r[o+0],f=r[o+1],p=r[o+2],y=r[o+3];if(u!==y||l!==d||c!==f||h!==p){let m=l*d+c*f+h*p+u*y;m<0&&(d=-d,f=-f,p=-p,y=-y,m=-m);let g=1-a;if(m<.9995){let S=Math.acos(m),A=Math.sin(S);g=Math.sin(g*S)/A,a=Math.sin(a*S)/A,l=l*g+d*a,c=c*g+f*a,h=h*g+p*a,u=u*g+y*a}else{l=l*g+d*a,c=c*g+f*a,h=h*g+p*a,u=u*g+y*a;let S=1/Math.sqrt(l*l+c*c+h*h+u*u);l*=S,c*=S,h*=S,u*=S}}t[e]=l,t[e+1]=c,t[e+2]=h,t[e+3]=u}static multiplyQuaternionsFlat(t,e,n,s,r,o){let a=n[s],l=n[s+1],c=n[s+2],h=n[s+3],u=r[o],d=r[o+1],f=r[o+2],p=r[o+3];return t[e]=a*p+h*u+l*f-c*d,t[e+1]=l*p+h*d+c*u-a*f,t[e+2]=c*p+h*f+a*d-l*u,t[e+3]=h*p-a*u-l*d-c*f,t}get x(){return this._x}set x(t){this._x=t,this._onChangeCallback()}get y(){return this._y}set y(t){this._y=t,this._onChangeCallback()}get z(){return this._z}set z(t){this._z=t,this._onChangeCallback()}get w(){return this._w}set w(t){this._w=t,this._onChangeCallback()}set(t,e,n,s){return this._x=t,this._y=e,this._z=n,this._w=s,this._onChangeCallback(),this}clone(){return new this.constructor(this._x,this._y,this._z,this._w)}copy(t){return this._x=t.x,this._y=t.y,this._z=t.z,this._w=t.w,this._onChangeCallback(),this}setFromEuler(t,e=!0){let n=t._x,s=t._y,r=t._z,o=t._order,a=Math.cos,l=Math.sin,c=a(n/2),h=a(s/2),u=a(r/2),d=l(n/2),f=l(s/2),p=l(r/2);switch(o){case"XYZ":this._x=d*h*u+c*f*p,this._y=c*f*u-d*h*p,this._z=c*h*p+d*f*u,this._w=c*h*u-d*f*p;break;case"YXZ":this._x=d*h*u+c*f*p,this._y=c*f*u-d*h*p,this._z=c*h*p-d*f*u,this._w=c*h*u+d*f*p;break;case"ZXY":this._x=d*h*u-c*f*p,this._y=c*f*u+d*h*p,this._z=c*h*p+d*f*u,this._w=c*h*u-d*f*p;break;case"ZYX":this._x=d*h*u-c*f*p,this._y=c*f*u+d*h*p,this._z=c*h*p-d*f*u,this._w=c*h*u+d*f*p;break;case"YZX":this._x=d*h*u+c*f*p,this._y=c*f*u+d*h*p,this._z=c*h*p-d*f*u,this._w=c*h*u-d*f*p;break;case"XZY":this._x=d*h*u-c*f*p,this._y=c*f*u-d*h*p,this._z=c*h*p+d*f*u,this._w=c*h*u+d*f*p;break;default:te("Quaternion: .setFromEuler() encountered an unknown order: "+o)}return e===!0&&this._onChangeCallback(),this}setFromAxisAngle(t,e){let n=e/2,s=Math.sin(n);return this._x=t.x*s,this._y=t.y*s,this._z=t.z*s,this._w=Math.cos(n),this._onChangeCallback(),this}setFromRotationMatrix(t){let e=t.elements,n=e[0],s=e[4],r=e[8],o=e[1],a=e[5],l=e[9],c=e[2],h=e[6],u=e[10],d=n+a+u;if(d>0){let f=.5/Math.sqrt(d+1);this._w=.25/f,this._x=(h-l)*f,this._y=(r-c)*f,this._z=(o-s)*f}else if(n>a&&n>u){let f=2*Math.sqrt(1+n-a-u);this._w=(h-l)/f,this._x=.25*f,this._y=(s+o)/f,this._z=(r+c)/f}else if(a>u){let f=2*Math.sqrt(1+a-n-u);this._w=(r-c)/f,this._x=(s+o)/f,this._y=.25*f,this._z=(l+h)/f}else{let f=2*Math.sqrt(1+u-n-a);this._w=(o-s)/f,this._x=(r+c)/f,this._y=(l+h)/f,this._z=.25*f}return this._onChangeCallback(),this}setFromUnitVectors(t,e){let n=t.dot(e)+1;return n<1e-8?(n=0,Math.abs(t.x)>Math.abs(t.z)?(this._x=-t.y,this._y=t.x,this._z=0,this._w=n):(this._x=0,this._y=-t.z,this._z=t.y,this._w=n)):(this._x=t.y*e.z-t.z*e.y,this._y=t.z*e.x-t.x*e.z,this._z=t.x*e.y-t.y*e.x,this._w=n),this.normalize()}angleTo(t){return 2*Math.acos(Math.abs(fe(this.dot(t),-1,1)))}rotateTowards(t,e){let n=this.angleTo(t);if(n===0)return this;let s=Math.min(1,e/n);return this.slerp(t,s),this}identity(){return this.set(0,0,0,1)}invert(){return this.conjugate()}conjugate(){return this._x*=-1,this._y*=-1,this._z*=-1,this._onChangeCallback(),this}dot(t){return this._x*t._x+this._y*t._y+this._z*t._z+this._w*t._w}lengthSq(){return this._x*this._x+this._y*this._y+this._z*this._z+this._w*this._w}length(){return Math.sqrt(this._x*this._x+this._y*this._y+this._z*this._z+this._w*this._w)}normalize(){let t=this.length();return t===0?(this._x=0,this._y=0,this._z=0,this._w=1):(t=1/t,this._x=this._x*t,this._y=this._y*t,this._z=this._z*t,this._w=this._w*t),this._onChangeCallback(),this}multiply(t){return this.multiplyQuaternions(this,t)}premultiply(t){return this.multiplyQuaternions(t,this)}multiplyQuaternions(t,e){let n=t._x,s=t._y,r=t._z,o=t._w,a=e._x,l=e._y,c=e._z,h=e._w;return this._x=n*h+o*a+s*c-r*l,this._y=s*h+o*l+r*a-n*c,this._z=r*h+o*c+n*l-s*a,this._w=o*h-n*a-s*l-r*c,this._onChangeCallback(),this}slerp(t,e){let n=t._x,s=t._y,r=t._z,o=t._w,a=this.dot(t);a<0&&(n=-n,s=-s,r=-r,o=-o,a=-a);let l=1-e;if(a<.9995){let c=Math.acos(a),h=Math.sin(c);l=Math.sin(l*c)/h,e=Math.sin(e*c)/h,this._x=this._x*l+n*e,this._y=this._y*l+s*e,this._z=this._z*l+r*e,this._w=this._w*l+o*e,this._onChangeCallback()}else this._x=this._x*l+n*e,this._y=this._y*l+s*e,this._z=this._z*l+r*e,this._w=this._w*l+o*e,this.normalize();return this}slerpQuaternions(t,e,n){return this.copy(t).slerp(e,n)}random(){let t=2*Math.PI*Math.random(),e=2*Math.PI*Math.random(),n=Math.random(),s=Math.sqrt(1-n),r=Math.sqrt(n);return this.set(s*Math.sin(t),s*Math.cos(t),r*Math.sin(e),r*Math.cos(e))}equals(t){return t._x===this._x&&t._y===this._y&&t._z===this._z&&t._w===this._w}fromArray(t,e=0){return this._x=t[e],this._y=t[e+1],this._z=t[e+2],this._w=t[e+3],this._onChangeCallback(),this}toArray(t=[],e=0){return t[e]=this._x,t[e+1]=this._y,t[e+2]=this._z,t[e+3]=this._w,t}fromBufferAttribute(t,e){return this._x=t.getX(e),this._y=t.getY(e),this._z=t.getZ(e),this._w=t.getW(e),this._onChangeCallback(),this}toJSON(){return this.toArray()}_onChange(t){return this._onChangeCallback=t,this}_onChangeCallback(){}*[Symbol.iterator](){yield this._x,yield this._y,yield this._z,yield this._w}},C=class{static{this.prototype.isVector3=!0}constructor(t=0,e=0,n=0){this.x=t,this.y=e,this.z=n}set(t,e,n){return n===void 0&&(n=this.z),this.x=t,this.y=e,this.z=n,this}setScalar(t){return this.x=t,this.y=t,this.z=t,this}setX(t){return this.x=t,this}setY(t){return this.y=t,this}setZ(t){return this.z=t,this}setComponent(t,e){switch(t){case 0:this.x=e;break;case 1:this.y=e;break;case 2:this.z=e;break;default:throw new Error("THREE.Vector3: index is out of range: "+t)}return this}getComponent(t){switch(t){case 0:return this.x;case 1:return this.y;case 2:return this.z;default:throw new Error("THREE.Vector3: index is out of range: "+t)}}clone(){return new this.constructor(this.x,this.y,this.z)}copy(t){return this.x=t.x,this.y=t.y,this.z=t.z,this}add(t){return this.x+=t.x,this.y+=t.y,this.z+=t.z,this}addScalar(t){return this.x+=t,this.y+=t,this.z+=t,this}addVectors(t,e){return this.x=t.x+e.x,this.y=t.y+e.y,this.z=t.z+e.z,this}addScaledVector(t,e){return this.x+=t.x*e,this.y+=t.y*e,this.z+=t.z*e,this}sub(t){return this.x-=t.x,this.y-=t.y,this.z-=t.z,this}subScalar(t){return this.x-=t,this.y-=t,this.z-=t,this}subVectors(t,e){return this.x=t.x-e.x,this.y=t.y-e.y,this.z=t.z-e.z,this}multiply(t){return this.x*=t.x,this.y*=t.y,this.z*=t.z,this}multiplyScalar(t){return this.x*=t,this.y*=t,this.z*=t,this}multiplyVectors(t,e){return this.x=t.x*e.x,this.y=t.y*e.y,this.z=t.z*e.z,this}applyEuler(t){return this.applyQuaternion(Wg.setFromEuler(t))}applyAxisAngle(t,e){return this.applyQuaternion(Wg.setFromAxisAngle(t,e))}applyMatrix3(t){let e=this.x,n=this.y,s=this.z,r=t.elements;return this.x=r[0]*e+r[3]*n+r[6]*s,this.y=r[1]*e+r[4]*n+r[7]*s,this.z=r[2]*e+r[5]*n+r[8]*s,this}applyNormalMatrix(t){return this.applyMatrix3(t).normalize()}applyMatrix4(t){let e=this.x,n=this.y,s=this.z,r=t.elements,o=1/(r[3]*e+r[7]*n+r[11]*s+r[15]);return this.x=(r[0]*e+r[4]*n+r[8]*s+r[12])*o,this.y=(r[1]*e+r[5]*n+r[9]*s+r[13])*o,this.z=(r[2]*e+r[6]*n+r[10]*s+r[14])*o,this}applyQuaternion(t){let e=this.x,n=this.y,s=this.z,r=t.x,o=t.y,a=t.z,l=t.w,c=2*(o*s-a*n),h=2*(a*e-r*s),u=2*(r*n-o*e);return this.x=e+l*c+o*u-a*h,this.y=n+l*h+a*c-r*u,this.z=s+l*u+r*h-o*c,this}project(t){return this.applyMatrix4(t.matrixWorldInverse).applyMatrix4(t.projectionMatrix)}unproject(t){return this.applyMatrix4(t.projectionMatrixInverse).applyMatrix4(t.matrixWorld)}transformDirection(t){let e=this.x,n=this.y,s=this.z,r=t.elements;return this.x=r[0]*e+r[4]*n+r[8]*s,this.y=r[1]*e+r[5]*n+r[9]*s,this.z=r[2]*e+r[6]*n+r[10]*s,this.normalize()}divide(t){return this.x/=t.x,this.y/=t.y,this.z/=t.z,this}divideScalar(t){return this.multiplyScalar(1/t)}min(t){return this.x=Math.min(this.x,t.x),this.y=Math.min(this.y,t.y),this.z=Math.min(this.z,t.z),this}max(t){return this.x=Math.max(this.x,t.x),this.y=Math.max(this.y,t.y),this.z=Math.max(this.z,t.z),this}clamp(t,e){return this.x=fe(this.x,t.x,e.x),this.y=fe(this.y,t.y,e.y),this.z=fe(this.z,t.z,e.z),this}clampScalar(t,e){return this.x=fe(this.x,t,e),this.y=fe(this.y,t,e),this.z=fe(this.z,t,e),this}clampLength(t,e){let n=this.length();return this.divideScalar(n||1).multiplyScalar(fe(n,t,e))}floor(){return this.x=Math.floor(this.x),this.y=Math.floor(this.y),this.z=Math.floor(this.z),this}ceil(){return this.x=Math.ceil(this.x),this.y=Math.ceil(this.y),this.z=Math.ceil(this.z),this}round(){return this.x=Math.round(this.x),this.y=Math.round(this.y),this.z=Math.round(this.z),this}roundToZero(){return this.x=Math.trunc(this.x),this.y=Math.trunc(this.y),this.z=Math.trunc(this.z),this}negate(){return this.x=-this.x,this.y=-this.y,this.z=-this.z,this}dot(t){return this.x*t.x+this.y*t.y+this.z*t.z}lengthSq(){return this.x*this.x+this.y*this.y+this.z*this.z}length(){return Math.sqrt(this.x*this.x+this.y*this.y+this.z*this.z)}manhattanLength(){return Math.abs(this.x)+Math.abs(this.y)+Math.abs(this.z)}normalize(){return this.divideScalar(this.length()||1)}setLength(t){return this.normalize().multiplyScalar(t)}lerp(t,e){return this.x+=(t.x-this.x)*e,this.y+=(t.y-this.y)*e,this.z+=(t.z-this.z)*e,this}lerpVectors(t,e,n){return this.x=t.x+(e.x-t.x)*n,this.y=t.y+(e.y-t.y)*n,this.z=t.z+(e.z-t.z)*n,this}cross(t){return this.crossVectors(this,t)}crossVectors(t,e){let n=t.x,s=t.y,r=t.z,o=e.x,a=e.y,l=e.z;return this.x=s*l-r*a,this.y=r*o-n*l,this.z=n*a-s*o,this}projectOnVector(t){let e=t.lengthSq();if(e===0)return this.set(0,0,0);let n=t.dot(this)/e;return this.copy(t).multiplyScalar(n)}projectOnPlane(t){return Bd.copy(this).projectOnVector(t),this.sub(Bd)}reflect(t){return this.sub(Bd.copy(t).multiplyScalar(2*this.dot(t)))}angleTo(t){let e=Math.sqrt(this.lengthSq()*t.lengthSq());if(e===0)return Math.PI/2;let n=this.dot(t)/e;return Math.acos(fe(n,-1,1))}distanceTo(t){return Math.sqrt(this.distanceToSquared(t))}distanceToSquared(t){let e=this.x-t.x,n=this.y-t.y,s=this.z-t.z;return e*e+n*n+s*s}manhattanDistanceTo(t){return Math.abs(this.x-t.x)+Math.abs(this.y-t.y)+Math.abs(this.z-t.z)}setFromSpherical(t){return this.setFromSphericalCoords(t.radius,t.phi,t.theta)}setFromSphericalCoords(t,e,n){let s=Math.sin(e)*t;return this.x=s*Math.sin(n),this.y=Math.cos(e)*t,this.z=s*Math.cos(n),this}setFromCylindrical(t){return this.setFromCylindricalCoords(t.radius,t.theta,t.y)}setFromCylindricalCoords(t,e,n){return this.x=t*Math.sin(e),this.y=n,this.z=t*Math.cos(e),this}setFromMatrixPosition(t){let e=t.elements;return this.x=e[12],this.y=e[13],this.z=e[14],this}setFromMatrixScale(t){let e=this.setFromMatrixColumn(t,0).length(),n=this.setFromMatrixColumn(t,1).length(),s=this.setFromMatrixColumn(t,2).length();return this.x=e,this.y=n,this.z=s,this}setFromMatrixColumn(t,e){return this.fromArray(t.elements,e*4)}setFromMatrix3Column(t,e){return this.fromArray(t.elements,e*3)}setFromEuler(t){return this.x=t._x,this.y=t._y,this.z=t._z,this}setFromColor(t){return this.x=t.r,this.y=t.g,this.z=t.b,this}equals(t){return t.x===this.x&&t.y===this.y&&t.z===this.z}fromArray(t,e=0){return this.x=t[e],this.y=t[e+1],this.z=t[e+2],this}toArray(t=[],e=0){return t[e]=this.x,t[e+1]=this.y,t[e+2]=this.z,t}fromBufferAttribute(t,e){return this.x=t.getX(e),this.y=t.getY(e),this.z=t.getZ(e),this}random(){return this.x=Math.random(),this.y=Math.random(),this.z=Math.random(),this}randomDirection(){let t=Math.random()*Math.PI*2,e=Math.random()*2-1,n=Math.sqrt(1-e*e);return this.x=n*Math.cos(t),this.y=e,this.z=n*Math.sin(t),this}*[Symbol.iterator](){yield this.x,yield this.y,yield this.z}},Bd=new C,Wg=new Ke,me=class{static{this.prototype.isMatrix3=!0}constructor(t,e,n,s,r,o,a,l,c){this.elements=[1,0,0,0,1,0,0,0,1],t!==void 0&&this.set(t,e,n,s,r,o,a,l,c)}set(t,e,n,s,r,o,a,l,c){let h=this.elements;return h[0]=t,h[1]=s,h[2]=a,h[3]=e,h[4]=r,h[5]=l,h[6]=n,h[7]=o,h[8]=c,this}identity(){return this.set(1,0,0,0,1,0,0,0,1),this}copy(t){let e=this.elements,n=t.elements;return e[0]=n[0],e[1]=n[1],e[2]=n[2],e[3]=n[3],e[4]=n[4],e[5]=n[5],e[6]=n[6],e[7]=n[7],e[8]=n[8],this}extractBasis(t,e,n){return t.setFromMatrix3Column(this,0),e.setFromMatrix3Column(this,1),n.setFromMatrix3Column(this,2),this}setFromMatrix4(t){let e=t.elements;return this.set(e[0],e[4],e[8],e[1],e[5],e[9],e[2],e[6],e[10]),this}multiply(t){return this.multiplyMatrices(this,t)}premultiply(t){return this.multiplyMatrices(t,this)}multiplyMatrices(t,e){let n=t.elements,s=e.elements,r=this.elements,o=n[0],a=n[3],l=n[6],c=n[1],h=n[4],u=n[7],d=n[2],f=n[5],p=n[8],y=s[0],m=s[3],g=s[6],S=s[1],A=s[4],v=s[7],P=s[2],E=s[5],_=s[8];return r[0]=o*y+a*S+l*P,r[3]=o*m+a*A+l*E,r[6]=o*g+a*v+l*_,r[1]=c*y+h*S+u*P,r[4]=c*m+h*A+u*E,r[7]=c*g+h*v+u*_,r[2]=d*y+f*S+p*P,r[5]=d*m+f*A+p*E,r[8]=d*g+f*v+p*_,this}multiplyScalar(t){let e=this.elements;return e[0]*=t,e[3]*=t,e[6]*=t,e[1]*=t,e[4]*=t,e[7]*=t,e[2]*=t,e[5]*=t,e[8]*=t,this}determinant(){let t=this.elements,e=t[0],n=t[1],s=t[2],r=t[3],o=t[4],a=t[5],l=t[6],c=t[7],h=t[8];return e*o*h-e*a*c-n*r*h+n*a*l+s*r*c-s*o*l}invert(){let t=this.elements,e=t[0],n=t[1],s=t[2],r=t[3],o=t[4],a=t[5],l=t[6],c=t[7],h=t[8],u=h*o-a*c,d=a*l-h*r,f=c*r-o*l,p=e*u+n*d+s*f;if(p===0)return this.set(0,0,0,0,0,0,0,0,0);let y=1/p;return t[0]=u*y,t[1]=(s*c-h*n)*y,t[2]=(a*n-s*o)*y,t[3]=d*y,t[4]=(h*e-s*l)*y,t[5]=(s*r-a*e)*y,t[6]=f*y,t[7]=(n*l-c*e)*y,t[8]=(o*e-n*r)*y,this}transpose(){let t,e=this.elements;return t=e[1],e[1]=e[3],e[3]=t,t=e[2],e[2]=e[6],e[6]=t,t=e[5],e[5]=e[7],e[7]=t,this}getNormalMatrix(t){return this.setFromMatrix4(t).invert().transpose()}transposeIntoArray(t){let e=this.elements;return t[0]=e[0],t[1]=e[3],t[2]=e[6],t[3]=e[1],t[4]=e[4],t[5]=e[7],t[6]=e[2],t[7]=e[5],t[8]=e[8],this}setUvTransform(t,e,n,s,r,o,a){let l=Math.cos(r),c=Math.sin(r);return this.set(n*l,n*c,-n*(l*o+c*a)+o+t,-s*c,s*l,-s*(-c*o+l*a)+a+e,0,0,1),this}scale(t,e){return wa("Matrix3: .scale() is deprecated. Use .makeScale() instead."),this.premultiply(zd.makeScale(t,e)),this}rotate(t){return wa("Matrix3: .rotate() is deprecated. Use .makeRotation() instead."),this.premultiply(zd.makeRotation(-t)),this}translate(t,e){return wa("Matrix3: .translate() is deprecated. Use .makeTranslation() instead."),this.premultiply(zd.makeTranslation(t,e)),this}makeTranslation(t,e){return t.isVector2?this.set(1,0,t.x,0,1,t.y,0,0,1):this.set(1,0,t,0,1,e,0,0,1),this}makeRotation(t){let e=Math.cos(t),n=Math.sin(t);return this.set(e,-n,0,n,e,0,0,0,1),this}makeScale(t,e){return this.set(t,0,0,0,e,0,0,0,1),this}equals(t){let e=this.elements,n=t.elements;for(let s=0;s<9;s++)if(e[s]!==n[s])return!1;return!0}fromArray(t,e=0){for(let n=0;n<9;n++)this.elements[n]=t[n+e];return this}toArray(t=[],e=0){let n=this.elements;return t[e]=n[0],t[e+1]=n[1],t[e+2]=n[2],t[e+3]=n[3],t[e+4]=n[4],t[e+5]=n[5],t[e+6]=n[6],t[e+7]=n[7],t[e+8]=n[8],t}clone(){return new this.constructor().fromArray(this.elements)}},zd=new me,Xg=new me().set(.4123908,.3575843,.1804808,.212639,.7151687,.0721923,.0193308,.1191948,.9505322),qg=new me().set(3.2409699,-1.5373832,-.4986108,-.9692436,1.8759675,.0415551,.0556301,-.203977,1.0569715);function ES(){let i={enabled:!0,workingColorSpace:Pa,spaces:{},convert:function(s,r,o){return this.enabled===!1||r===o||!r||!o||(this.spaces[r].transfer===Ue&&(s.r=Ms(s.r),s.g=Ms(s.g),s.b=Ms(s.b)),this.spaces[r].primaries!==this.spaces[o].primaries&&(s.applyMatrix3(this.spaces[r].toXYZ),s.applyMatrix3(this.spaces[o].fromXYZ)),this.spaces[o].transfer===Ue&&(s.r=wo(s.r),s.g=wo(s.g),s.b=wo(s.b))),s},workingToColorSpace:function(s,r){return this.convert(s,this.workingColorSpace,r)},colorSpaceToWorking:function(s,r){return this.convert(s,r,this.workingColorSpace)},getPrimaries:function(s){return this.spaces[s].primaries},getTransfer:function(s){return s===Cs?Ia:this.spaces[s].transfer},getToneMappingMode:function(s){return this.spaces[s].outputColorSpaceConfig.toneMappingMode||"standard"},getLuminanceCoefficients:function(s,r=this.workingColorSpace){return s.fromArray(this.spaces[r].luminanceCoefficients)},define:function(s){Object.assign(this.spaces,s)},_getMatrix:function(s,r,o){return s.copy(this.spaces[o].fromXYZ).multiply(this.spaces[r].toXYZ)},_getDrawingBufferColorSpace:function(s){return this.spaces[s].outputColorSpaceConfig.drawingBufferColorSpace},_getUnpackColorSpace:function(s=this.workingColorSpace){return this.spaces[s].workingColorSpaceConfig.unpackColorSpace}},t=[.64,.33,.3,.6,.15,.06],e=[.2126,.7152,.0722],n=[.3127,.329];return i.define({[Pa]:{primaries:t,whitePoint:n,transfer:Ia,toXYZ:Xg,fromXYZ:qg,luminanceCoefficients:e,workingColorSpaceConfig:{unpackColorSpace:mi},outputColorSpaceConfig:{drawingBufferColorSpace:mi}},[mi]:{primaries:t,whitePoint:n,transfer:Ue,toXYZ:Xg,fromXYZ:qg,luminanceCoefficients:e,outputColorSpaceConfig:{drawingBufferColorSpace:mi}}}),i}var Ae=ES();function Ms(i){return i<.04045?i*.0773993808:Math.pow(i*.9478672986+.0521327014,2.4)}function wo(i){return i<.0031308?i*12.92:1.055*Math.pow(i,.41666)-.055}var ao,Gc=class{static getDataURL(t,e="image/png"){if(/^data:/i.test(t.src)||typeof HTMLCanvasElement>"u")return t.src;let n;if(t instanceof HTMLCanvasElement)n=t;else{ao===void 0&&(ao=La("canvas")),ao.width=t.width,ao.height=t.height;let s=ao.getContext("2d");t instanceof ImageData?s.putImageData(t,0,0):s.drawImage(t,0,0,t.width,t.height),n=ao}return n.toDataURL(e)}static sRGBToLinear(t){if(typeof HTMLImageElement<"u"&&t instanceof HTMLImageElement||typeof HTMLCanvasElement<"u"&&t instanceof HTMLCanvasElement||typeof ImageBitmap<"u"&&t instanceof ImageBitmap){let e=La("canvas");e.width=t.width,e.height=t.height;let n=e.getContext("2d");n.drawImage(t,0,0,t.width,t.height);let s=n.getImageData(0,0,t.width,t.height),r=s.data;for(let o=0;o<r.length;o++)r[o]=Ms(r[o]/255)*255;return n.putImageData(s,0,0),e}else if(t.data){let e=t.data.slice(0);for(let n=0;n<e.length;n++)e instanceof Uint8Array||e instanceof Uint8ClampedArray?e[n]=Math.floor(Ms(e[n]/255)*255):e[n]=Ms(e[n]);return{data:e,width:t.width,height:t.height}}else return te("ImageUtils.sRGBToLinear(): Unsupported image type. No color space conversion applied."),t}},TS=0,Co=class{constructor(t=null){this.isTextureSource=!0,Object.defineProperty(this,"id",{value:TS++}),this.uuid=Ps(),this.data=t,this.dataReady=!0,this.version=0}getSize(t){let e=this.data;return typeof HTMLVideoElement<"u"&&e instanceof HTMLVideoElement?t.set(e.videoWidth,e.videoHeight,0):typeof VideoFrame<"u"&&e instanceof VideoFrame?t.set(e.displayWidth,e.displayHeight,0):e!==null?t.set(e.width||0,e.height||0,e.depth||0):t.set(0,0,0),t}set needsUpdate(t){t===!0&&this.version++}toJSON(t){let e=t===void 0||typeof t=="string";if(!e&&t.images[this.uuid]!==void 0)return t.images[this.uuid];let n={uuid:this.uuid,url:""},s=this.data;if(s!==null){let r;if(Array.isArray(s)){r=[];for(let o=0,a=s.length;o<a;o++)s[o].isDataTexture?r.push(kd(s[o].image)):r.push(kd(s[o]))}else r=kd(s);n.url=r}return e||(t.images[this.uuid]=n),n}};function kd(i){return typeof HTMLImageElement<"u"&&i instanceof HTMLImageElement||typeof HTMLCanvasElement<"u"&&i instanceof HTMLCanvasElement||typeof ImageBitmap<"u"&&i instanceof ImageBitmap?Gc.getDataURL(i):i.data?{data:Array.from(i.data),width:i.width,height:i.height,type:i.data.constructor.name}:(te("Texture: Unable to serialize Texture."),{})}var AS=0,Vd=new C,ii=class i extends ki{constructor(t=i.DEFAULT_IMAGE,e=i.DEFAULT_MAPPING,n=ts,s=ts,r=Qn,o=As,a=Gi,l=si,c=i.DEFAULT_ANISOTROPY,h=Cs){super(),this.isTexture=!0,Object.defineProperty(this,"id",{value:AS++}),this.uuid=Ps(),this.name="",this.source=new Co(t),this.mipmaps=[],this.mapping=e,this.channel=0,this.wrapS=n,this.wrapT=s,this.magFilter=r,this.minFilter=o,this.anisotropy=c,this.format=a,this.internalFormat=null,this.type=l,this.offset=new pt(0,0),this.repeat=new pt(1,1),this.center=new pt(0,0),this.rotation=0,this.matrixAutoUpdate=!0,this.matrix=new me,this.generateMipmaps=!0,this.mipmapsAutoUpdate=!0,this.premultiplyAlpha=!1,this.flipY=!0,this.unpackAlignment=4,this.colorSpace=h,this.userData={},this.updateRanges=[],this.version=0,this.onUpdate=null,this.renderTarget=null,this.isRenderTargetTexture=!1,this.isArrayTexture=!!(t&&t.depth&&t.depth>1),this.pmremVersion=0,this.isPMREMTexture=!1,this.normalized=!1}get width(){return this.source.getSize(Vd).x}get height(){return this.source.getSize(Vd).y}get depth(){return this.source.getSize(Vd).z}get image(){return this.source.data}set image(t){this.source.data=t}updateMatrix(){this.matrix.setUvTransform(this.offset.x,this.offset.y,this.repeat.x,this.repeat.y,this.rotation,this.center.x,this.center.y)}addUpdateRange(t,e){this.updateRanges.push({start:t,count:e})}clearUpdateRanges(){this.updateRanges.length=0}clone(){return new this.constructor().copy(this)}copy(t){return this.name=t.name,this.source=t.source,this.mipmaps=t.mipmaps.slice(0),this.mapping=t.mapping,this.channel=t.channel,this.wrapS=t.wrapS,this.wrapT=t.wrapT,this.magFilter=t.magFilter,this.minFilter=t.minFilter,this.anisotropy=t.anisotropy,this.format=t.format,this.internalFormat=t.internalFormat,this.type=t.type,this.normalized=t.normalized,this.offset.copy(t.offset),this.repeat.copy(t.repeat),this.center.copy(t.center),this.rotation=t.rotation,this.matrixAutoUpdate=t.matrixAutoUpdate,this.matrix.copy(t.matrix),this.generateMipmaps=t.generateMipmaps,this.mipmapsAutoUpdate=t.mipmapsAutoUpdate,this.premultiplyAlpha=t.premultiplyAlpha,this.flipY=t.flipY,this.unpackAlignment=t.unpackAlignment,this.colorSpace=t.colorSpace,this.renderTarget=t.renderTarget,this.isRenderTargetTexture=t.isRenderTargetTexture,this.isPMREMTexture=t.isPMREMTexture,this.isArrayTexture=t.isArrayTexture,this.userData=JSON.parse(JSON.stringify(t.userData)),this.needsUpdate=!0,this}setValues(t){for(let e in t){let n=t[e];if(n===void 0){te(`Texture.setValues(): parameter '${e}' has value of undefined.`);continue}let s=this[e];if(s===void 0){te(`Texture.setValues(): property '${e}' does not exist.`);continue}s&&n&&s.isVector2&&n.isVector2||s&&n&&s.isVector3&&n.isVector3||s&&n&&s.isMatrix3&&n.isMatrix3?s.copy(n):this[e]=n}}toJSON(t){let e=t===void 0||typeof t=="string";if(!e&&t.textures[this.uuid]!==void 0)return t.textures[this.uuid];let n={metadata:{version:4.7,type:"Texture",generator:"Texture.toJSON"},uuid:this.uuid,name:this.name,image:this.source.toJSON(t).uuid,mapping:this.mapping,channel:this.channel,repeat:[this.repeat.x,this.repeat.y],offset:[this.offset.x,this.offset.y],center:[this.center.x,this.center.y],rotation:this.rotation,wrap:[this.wrapS,this.wrapT],format:this.format,internalFormat:this.internalFormat,type:this.type,normalized:this.normalized,colorSpace:this.colorSpace,minFilter:this.minFilter,magFilter:this.magFilter,anisotropy:this.anisotropy,flipY:this.flipY,generateMipmaps:this.generateMipmaps,mipmapsAutoUpdate:this.mipmapsAutoUpdate,premultiplyAlpha:this.premultiplyAlpha,unpackAlignment:this.unpackAlignment};return Object.keys(this.userData).length>0&&(n.userData=this.userData),e||(t.textures[this.uuid]=n),n}dispose(){this.dispatchEvent({type:"dispose"})}transformUv(t){if(this.mapping!==Uf)return t;if(t.applyMatrix3(this.matrix),t.x<0||t.x>1)switch(this.wrapS){case kc:t.x=t.x-Math.floor(t.x);break;case ts:t.x=t.x<0?0:1;break;case Vc:Math.abs(Math.floor(t.x)%2)===1?t.x=Math.ceil(t.x)-t.x:t.x=t.x-Math.floor(t.x);break}if(t.y<0||t.y>1)switch(this.wrapT){case kc:t.y=t.y-Math.floor(t.y);break;case ts:t.y=t.y<0?0:1;break;case Vc:Math.abs(Math.floor(t.y)%2)===1?t.y=Math.ceil(t.y)-t.y:t.y=t.y-Math.floor(t.y);break}return this.flipY&&(t.y=1-t.y),t}set needsUpdate(t){t===!0&&(this.version++,this.source.needsUpdate=!0)}set needsPMREMUpdate(t){t===!0&&this.pmremVersion++}};ii.DEFAULT_IMAGE=null;ii.DEFAULT_MAPPING=Uf;ii.DEFAULT_ANISOTROPY=1;var Oe=class{static{this.prototype.isVector4=!0}constructor(t=0,e=0,n=0,s=1){this.x=t,this.y=e,this.z=n,this.w=s}get width(){return this.z}set width(t){this.z=t}get height(){return this.w}set height(t){this.w=t}set(t,e,n,s){return this.x=t,this.y=e,this.z=n,this.w=s,this}setScalar(t){return this.x=t,this.y=t,this.z=t,this.w=t,this}setX(t){return this.x=t,this}setY(t){return this.y=t,this}setZ(t){return this.z=t,this}setW(t){return this.w=t,this}setComponent(t,e){switch(t){case 0:this.x=e;break;case 1:this.y=e;break;case 2:this.z=e;break;case 3:this.w=e;break;default:throw new Error("THREE.Vector4: index is out of range: "+t)}return this}getComponent(t){switch(t){case 0:return this.x;case 1:return this.y;case 2:return this.z;case 3:return this.w;default:throw new Error("THREE.Vector4: index is out of range: "+t)}}clone(){return new this.constructor(this.x,this.y,this.z,this.w)}copy(t){return this.x=t.x,this.y=t.y,this.z=t.z,this.w=t.w!==void 0?t.w:1,this}add(t){return this.x+=t.x,this.y+=t.y,this.z+=t.z,this.w+=t.w,this}addScalar(t){return this.x+=t,this.y+=t,this.z+=t,this.w+=t,this}addVectors(t,e){return this.x=t.x+e.x,this.y=t.y+e.y,this.z=t.z+e.z,this.w=t.w+e.w,this}addScaledVector(t,e){return this.x+=t.x*e,this.y+=t.y*e,this.z+=t.z*e,this.w+=t.w*e,this}sub(t){return this.x-=t.x,this.y-=t.y,this.z-=t.z,this.w-=t.w,this}subScalar(t){return this.x-=t,this.y-=t,this.z-=t,this.w-=t,this}subVectors(t,e){return this.x=t.x-e.x,this.y=t.y-e.y,this.z=t.z-e.z,this.w=t.w-e.w,this}multiply(t){return this.x*=t.x,this.y*=t.y,this.z*=t.z,this.w*=t.w,this}multiplyScalar(t){return this.x*=t,this.y*=t,this.z*=t,this.w*=t,this}applyMatrix4(t){let e=this.x,n=this.y,s=this.z,r=this.w,o=t.elements;return this.x=o[0]*e+o[4]*n+o[8]*s+o[12]*r,this.y=o[1]*e+o[5]*n+o[9]*s+o[13]*r,this.z=o[2]*e+o[6]*n+o[10]*s+o[14]*r,this.w=o[3]*e+o[7]*n+o[11]*s+o[15]*r,this}divide(t){return this.x/=t.x,this.y/=t.y,this.z/=t.z,this.w/=t.w,this}divideScalar(t){return this.multiplyScalar(1/t)}setAxisAngleFromQuaternion(t){this.w=2*Math.acos(t.w);let e=Math.sqrt(1-t.w*t.w);return e<1e-4?(this.x=1,this.y=0,this.z=0):(this.x=t.x/e,this.y=t.y/e,this.z=t.z/e),this}setAxisAngleFromRotationMatrix(t){let e,n,s,r,l=t.elements,c=l[0],h=l[4],u=l[8],d=l[1],f=l[5],p=l[9],y=l[2],m=l[6],g=l[10];if(Math.abs(h-d)<.01&&Math.abs(u-y)<.01&&Math.abs(p-m)<.01){if(Math.abs(h+d)<.1&&Math.abs(u+y)<.1&&Math.abs(p+m)<.1&&Math.abs(c+f+g-3)<.1)return this.set(1,0,0,0),this;e=Math.PI;let A=(c+1)/2,v=(f+1)/2,P=(g+1)/2,E=(h+d)/4,_=(u+y)/4,T=(p+m)/4;return A>v&&A>P?A<.01?(n=0,s=.707106781,r=.707106781):(n=Math.sqrt(A),s=E/n,r=_/n):v>P?v<.01?(n=.707106781,s=0,r=.707106781):(s=Math.sqrt(v),n=E/s,r=T/s):P<.01?(n=.707106781,s=.707106781,r=0):(r=Math.sqrt(P),n=_/r,s=T/r),this.set(n,s,r,e),this}let S=Math.sqrt((m-p)*(m-p)+(u-y)*(u-y)+(d-h)*(d-h));return Math.abs(S)<.001&&(S=1),this.x=(m-p)/S,this.y=(u-y)/S,this.z=(d-h)/S,this.w=Math.acos((c+f+g-1)/2),this}setFromMatrixPosition(t){let e=t.elements;return this.x=e[12],this.y=e[13],this.z=e[14],this.w=e[15],this}min(t){return this.x=Math.min(this.x,t.x),this.y=Math.min(this.y,t.y),this.z=Math.min(this.z,t.z),this.w=Math.min(this.w,t.w),this}max(t){return this.x=Math.max(this.x,t.x),this.y=Math.max(this.y,t.y),this.z=Math.max(this.z,t.z),this.w=Math.max(this.w,t.w),this}clamp(t,e){return this.x=fe(this.x,t.x,e.x),this.y=fe(this.y,t.y,e.y),this.z=fe(this.z,t.z,e.z),this.w=fe(this.w,t.w,e.w),this}clampScalar(t,e){return this.x=fe(this.x,t,e),this.y=fe(this.y,t,e),this.z=fe(this.z,t,e),this.w=fe(this.w,t,e),this}clampLength(t,e){let n=this.length();return this.divideScalar(n||1).multiplyScalar(fe(n,t,e))}floor(){return this.x=Math.floor(this.x),this.y=Math.floor(this.y),this.z=Math.floor(this.z),this.w=Math.floor(this.w),this}ceil(){return this.x=Math.ceil(this.x),this.y=Math.ceil(this.y),this.z=Math.ceil(this.z),this.w=Math.ceil(this.w),this}round(){return this.x=Math.round(this.x),this.y=Math.round(this.y),this.z=Math.round(this.z),this.w=Math.round(this.w),this}roundToZero(){return this.x=Math.trunc(this.x),this.y=Math.trunc(this.y),this.z=Math.trunc(this.z),this.w=Math.trunc(this.w),this}negate(){return this.x=-this.x,this.y=-this.y,this.z=-this.z,this.w=-this.w,this}dot(t){return this.x*t.x+this.y*t.y+this.z*t.z+this.w*t.w}lengthSq(){return this.x*this.x+this.y*this.y+this.z*this.z+this.w*this.w}length(){return Math.sqrt(this.x*this.x+this.y*this.y+this.z*this.z+this.w*this.w)}manhattanLength(){return Math.abs(this.x)+Math.abs(this.y)+Math.abs(this.z)+Math.abs(this.w)}normalize(){return this.divideScalar(this.length()||1)}setLength(t){return this.normalize().multiplyScalar(t)}lerp(t,e){return this.x+=(t.x-this.x)*e,this.y+=(t.y-this.y)*e,this.z+=(t.z-this.z)*e,this.w+=(t.w-this.w)*e,this}lerpVectors(t,e,n){return this.x=t.x+(e.x-t.x)*n,this.y=t.y+(e.y-t.y)*n,this.z=t.z+(e.z-t.z)*n,this.w=t.w+(e.w-t.w)*n,this}equals(t){return t.x===this.x&&t.y===this.y&&t.z===this.z&&t.w===this.w}fromArray(t,e=0){return this.x=t[e],this.y=t[e+1],this.z=t[e+2],this.w=t[e+3],this}toArray(t=[],e=0){return t[e]=this.x,t[e+1]=this.y,t[e+2]=this.z,t[e+3]=this.w,t}fromBufferAttribute(t,e){return this.x=t.getX(e),this.y=t.getY(e),this.z=t.getZ(e),this.w=t.getW(e),this}random(){return this.x=Math.random(),this.y=Math.random(),this.z=Math.random(),this.w=Math.random(),this}*[Symbol.iterator](){yield this.x,yield this.y,yield this.z,yield this.w}},Wc=class extends ki{constructor(t=1,e=1,n={}){super(),n=Object.assign({generateMipmaps:!1,internalFormat:null,minFilter:Qn,depthBuffer:!0,stencilBuffer:!1,resolveColorBuffer:!0,resolveDepthBuffer:!0,resolveStencilBuffer:!0,storeMultisampledColorBuffer:!0,storeMultisampledDepthBuffer:!0,storeMultisampledStencilBuffer:!0,depthTexture:null,samples:0,count:1,depth:1,multiview:!1,useArrayDepthTexture:!1},n),this.isRenderTarget=!0,this.width=t,this.height=e,this.depth=n.depth,this.scissor=new Oe(0,0,t,e),this.scissorTest=!1,this.viewport=new Oe(0,0,t,e),this.textures=[];let s=n.count;for(let r=0;r<s;r++)this.textures[r]=new ii({width:t,height:e,depth:n.depth}),this.textures[r].isRenderTargetTexture=!0,this.textures[r].renderTarget=this;this._setTextureOptions(n),this.depthBuffer=n.depthBuffer,this.stencilBuffer=n.stencilBuffer,this.resolveColorBuffer=n.resolveColorBuffer,this.resolveDepthBuffer=n.resolveDepthBuffer,this.resolveStencilBuffer=n.resolveStencilBuffer,this.storeMultisampledColorBuffer=n.storeMultisampledColorBuffer,this.storeMultisampledDepthBuffer=n.storeMultisampledDepthBuffer,this.storeMultisampledStencilBuffer=n.storeMultisampledStencilBuffer,this._depthTexture=null,this.depthTexture=n.depthTexture,this.samples=n.samples,this.multiview=n.multiview,this.useArrayDepthTexture=n.useArrayDepthTexture}_setTextureOptions(t={}){let e={minFilter:Qn,generateMipmaps:!1,flipY:!1,internalFormat:null};t.mapping!==void 0&&(e.mapping=t.mapping),t.wrapS!==void 0&&(e.wrapS=t.wrapS),t.wrapT!==void 0&&(e.wrapT=t.wrapT),t.wrapR!==void 0&&(e.wrapR=t.wrapR),t.magFilter!==void 0&&(e.magFilter=t.magFilter),t.minFilter!==void 0&&(e.minFilter=t.minFilter),t.format!==void 0&&(e.format=t.format),t.type!==void 0&&(e.type=t.type),t.anisotropy!==void 0&&(e.anisotropy=t.anisotropy),t.colorSpace!==void 0&&(e.colorSpace=t.colorSpace),t.flipY!==void 0&&(e.flipY=t.flipY),t.generateMipmaps!==void 0&&(e.generateMipmaps=t.generateMipmaps),t.mipmapsAutoUpdate!==void 0&&(e.mipmapsAutoUpdate=t.mipmapsAutoUpdate),t.internalFormat!==void 0&&(e.internalFormat=t.internalFormat);for(let n=0;n<this.textures.length;n++)this.textures[n].setValues(e)}get texture(){return this.textures[0]}set texture(t){this.textures[0]=t}set depthTexture(t){this._depthTexture!==null&&this._depthTexture.renderTarget===this&&(this._depthTexture.renderTarget=null),t!==null&&t.renderTarget===null&&(t.renderTarget=this),this._depthTexture=t}get depthTexture(){return this._depthTexture}setSize(t,e,n=1){if(this.width!==t||this.height!==e||this.depth!==n){this.width=t,this.height=e,this.depth=n;for(let s=0,r=this.textures.length;s<r;s++)this.textures[s].image.width=t,this.textures[s].image.height=e,this.textures[s].image.depth=n,this.textures[s].isData3DTexture!==!0&&(this.textures[s].isArrayTexture=this.textures[s].image.depth>1);this.dispose()}this.viewport.set(0,0,t,e),this.scissor.set(0,0,t,e)}clone(){return new this.constructor().copy(this)}copy(t){this.width=t.width,this.height=t.height,this.depth=t.depth,this.scissor.copy(t.scissor),this.scissorTest=t.scissorTest,this.viewport.copy(t.viewport),this.textures.length=0;for(let e=0,n=t.textures.length;e<n;e++){this.textures[e]=t.textures[e].clone(),this.textures[e].isRenderTargetTexture=!0,this.textures[e].renderTarget=this;let s=Object.assign({},t.textures[e].image);this.textures[e].source=new Co(s)}if(this.depthBuffer=t.depthBuffer,this.stencilBuffer=t.stencilBuffer,this.resolveColorBuffer=t.resolveColorBuffer,this.resolveDepthBuffer=t.resolveDepthBuffer,this.resolveStencilBuffer=t.resolveStencilBuffer,this.storeMultisampledColorBuffer=t.storeMultisampledColorBuffer,this.storeMultisampledDepthBuffer=t.storeMultisampledDepthBuffer,this.storeMultisampledStencilBuffer=t.storeMultisampledStencilBuffer,t.depthTexture!==null)if(t.depthTexture.renderTarget===t){let e=t.depthTexture.clone();e.renderTarget=null,this.depthTexture=e}else this.depthTexture=t.depthTexture;else this.depthTexture=null;return this.samples=t.samples,this.multiview=t.multiview,this.useArrayDepthTexture=t.useArrayDepthTexture,this}dispose(){this.dispatchEvent({type:"dispose"})}},_i=class extends Wc{constructor(t=1,e=1,n={}){super(t,e,n),this.isWebGLRenderTarget=!0}},Na=class extends ii{constructor(t=null,e=1,n=1,s=1){super(null),this.isDataArrayTexture=!0,this.image={data:t,width:e,height:n,depth:s},this.magFilter=In,this.minFilter=In,this.wrapR=ts,this.generateMipmaps=!1,this.flipY=!1,this.unpackAlignment=1,this.layerUpdates=new Set}copy(t){return super.copy(t),this.wrapR=t.wrapR,this}addLayerUpdate(t){this.layerUpdates.add(t)}clearLayerUpdates(){this.layerUpdates.clear()}};var Xc=class extends ii{constructor(t=null,e=1,n=1,s=1){super(null),this.isData3DTexture=!0,this.image={data:t,width:e,height:n,depth:s},this.magFilter=In,this.minFilter=In,this.wrapR=ts,this.generateMipmaps=!1,this.flipY=!1,this.unpackAlignment=1}copy(t){return super.copy(t),this.wrapR=t.wrapR,this}};var pe=class i{static{this.prototype.isMatrix4=!0}constructor(t,e,n,s,r,o,a,l,c,h,u,d,f,p,y,m){this.elements=[1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1],t!==void 0&&this.set(t,e,n,s,r,o,a,l,c,h,u,d,f,p,y,m)}set(t,e,n,s,r,o,a,l,c,h,u,d,f,p,y,m){let g=this.elements;return g[0]=t,g[4]=e,g[8]=n,g[12]=s,g[1]=r,g[5]=o,g[9]=a,g[13]=l,g[2]=c,g[6]=h,g[10]=u,g[14]=d,g[3]=f,g[7]=p,g[11]=y,g[15]=m,this}identity(){return this.set(1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1),this}clone(){return new i().fromArray(this.elements)}copy(t){let e=this.elements,n=t.elements;return e[0]=n[0],e[1]=n[1],e[2]=n[2],e[3]=n[3],e[4]=n[4],e[5]=n[5],e[6]=n[6],e[7]=n[7],e[8]=n[8],e[9]=n[9],e[10]=n[10],e[11]=n[11],e[12]=n[12],e[13]=n[13],e[14]=n[14],e[15]=n[15],this}copyPosition(t){let e=this.elements,n=t.elements;return e[12]=n[12],e[13]=n[13],e[14]=n[14],this}setFromMatrix3(t){let e=t.elements;return this.set(e[0],e[3],e[6],0,e[1],e[4],e[7],0,e[2],e[5],e[8],0,0,0,0,1),this}extractBasis(t,e,n){return this.determinantAffine()===0?(t.set(1,0,0),e.set(0,1,0),n.set(0,0,1),this):(t.setFromMatrixColumn(this,0),e.setFromMatrixColumn(this,1),n.setFromMatrixColumn(this,2),this)}makeBasis(t,e,n){return this.set(t.x,e.x,n.x,0,t.y,e.y,n.y,0,t.z,e.z,n.z,0,0,0,0,1),this}extractRotation(t){if(t.determinantAffine()===0)return this.identity();let e=this.elements,n=t.elements,s=1/lo.setFromMatrixColumn(t,0).length(),r=1/lo.setFromMatrixColumn(t,1).length(),o=1/lo.setFromMatrixColumn(t,2).length();return e[0]=n[0]*s,e[1]=n[1]*s,e[2]=n[2]*s,e[3]=0,e[4]=n[4]*r,e[5]=n[5]*r,e[6]=n[6]*r,e[7]=0,e[8]=n[8]*o,e[9]=n[9]*o,e[10]=n[10]*o,e[11]=0,e[12]=0,e[13]=0,e[14]=0,e[15]=1,this}makeRotationFromEuler(t){let e=this.elements,n=t.x,s=t.y,r=t.z,o=Math.cos(n),a=Math.sin(n),l=Math.cos(s),c=Math.sin(s),h=Math.cos(r),u=Math.sin(r);if(t.order==="XYZ"){let d=o*h,f=o*u,p=a*h,y=a*u;e[0]=l*h,e[4]=-l*u,e[8]=c,e[1]=f+p*c,e[5]=d-y*c,e[9]=-a*l,e[2]=y-d*c,e[6]=p+f*c,e[10]=o*l}else if(t.order==="YXZ"){let d=l*h,f=l*u,p=c*h,y=c*u;e[0]=d+y*a,e[4]=p*a-f,e[8]=o*c,e[1]=o*u,e[5]=o*h,e[9]=-a,e[2]=f*a-p,e[6]=y+d*a,e[10]=o*l}else if(t.order==="ZXY"){let d=l*h,f=l*u,p=c*h,y=c*u;e[0]=d-y*a,e[4]=-o*u,e[8]=p+f*a,e[1]=f+p*a,e[5]=o*h,e[9]=y-d*a,e[2]=-o*c,e[6]=a,e[10]=o*l}else if(t.order==="ZYX"){let d=o*h,f=o*u,p=a*h,y=a*u;e[0]=l*h,e[4]=p*c-f,e[8]=d*c+y,e[1]=l*u,e[5]=y*c+d,e[9]=f*c-p,e[2]=-c,e[6]=a*l,e[10]=o*l}else if(t.order==="YZX"){let d=o*l,f=o*c,p=a*l,y=a*c;e[0]=l*h,e[4]=y-d*u,e[8]=p*u+f,e[1]=u,e[5]=o*h,e[9]=-a*h,e[2]=-c*h,e[6]=f*u+p,e[10]=d-y*u}else if(t.order==="XZY"){let d=o*l,f=o*c,p=a*l,y=a*c;e[0]=l*h,e[4]=-u,e[8]=c*h,e[1]=d*u+y,e[5]=o*h,e[9]=f*u-p,e[2]=p*u-f,e[6]=a*h,e[10]=y*u+d}return e[3]=0,e[7]=0,e[11]=0,e[12]=0,e[13]=0,e[14]=0,e[15]=1,this}makeRotationFromQuaternion(t){return this.compose(RS,t,CS)}lookAt(t,e,n){let s=this.elements;return fi.subVectors(t,e),fi.lengthSq()===0&&(fi.z=1),fi.normalize(),Vs.crossVectors(n,fi),Vs.lengthSq()===0&&(Math.abs(n.z)===1?fi.x+=1e-4:fi.z+=1e-4,fi.normalize(),Vs.crossVectors(n,fi)),Vs.normalize(),rc.crossVectors(fi,Vs),s[0]=Vs.x,s[4]=rc.x,s[8]=fi.x,s[1]=Vs.y,s[5]=rc.y,s[9]=fi.y,s[2]=Vs.z,s[6]=rc.z,s[10]=fi.z,this}multiply(t){return this.multiplyMatrices(this,t)}premultiply(t){return this.multiplyMatrices(t,this)}multiplyMatrices(t,e){let n=t.elements,s=e.elements,r=this.elements,o=n[0],a=n[4],l=n[8],c=n[12],h=n[1],u=n[5],d=n[9],f=n[13],p=n[2],y=n[6],m=n[10],g=n[14],S=n[3],A=n[7],v=n[11],P=n[15],E=s[0],_=s[4],T=s[8],B=s[12],U=s[1],L=s[5],H=s[9],W=s[13],D=s[2],V=s[6],q=s[10],k=s[14],lt=s[3],Z=s[7],j=s[11],tt=s[15];return r[0]=o*E+a*U+l*D+c*lt,r[4]=o*_+a*L+l*V+c*Z,r[8]=o*T+a*H+l*q+c*j,r[12]=o*B+a*W+l*k+c*tt,r[1]=h*E+u*U+d*D+f*lt,r[5]=h*_+u*L+d*V+f*Z,r[9]=h*T+u*H+d*q+f*j,r[13]=h*B+u*W+d*k+f*tt,r[2]=p*E+y*U+m*D+g*lt,r[6]=p*_+y*L+m*V+g*Z,r[10]=p*T+y*H+m*q+g*j,r[14]=p*B+y*W+m*k+g*tt,r[3]=S*E+A*U+v*D+P*lt,r[7]=S*_+A*L+v*V+P*Z,r[11]=S*T+A*H+v*q+P*j,r[15]=S*B+A*W+v*k+P*tt,this}multiplyScalar(t){let e=this.elements;return e[0]*=t,e[4]*=t,e[8]*=t,e[12]*=t,e[1]*=t,e[5]*=t,e[9]*=t,e[13]*=t,e[2]*=t,e[6]*=t,e[10]*=t,e[14]*=t,e[3]*=t,e[7]*=t,e[11]*=t,e[15]*=t,this}determinant(){let t=this.elements,e=t[0],n=t[4],s=t[8],r=t[12],o=t[1],a=t[5],l=t[9],c=t[13],h=t[2],u=t[6],d=t[10],f=t[14],p=t[3],y=t[7],m=t[11],g=t[15],S=l*f-c*d,A=a*f-c*u,v=a*d-l*u,P=o*f-c*h,E=o*d-l*h,_=o*u-a*h;return e*(y*S-m*A+g*v)-n*(p*S-m*P+g*E)+s*(p*A-y*P+g*_)-r*(p*v-y*E+m*_)}determinantAffine(){let t=this.elements,e=t[0],n=t[4],s=t[8],r=t[1],o=t[5],a=t[9],l=t[2],c=t[6],h=t[10];return e*(o*h-a*c)-n*(r*h-a*l)+s*(r*c-o*l)}transpose(){let t=this.elements,e;return e=t[1],t[1]=t[4],t[4]=e,e=t[2],t[2]=t[8],t[8]=e,e=t[6],t[6]=t[9],t[9]=e,e=t[3],t[3]=t[12],t[12]=e,e=t[7],t[7]=t[13],t[13]=e,e=t[11],t[11]=t[14],t[14]=e,this}setPosition(t,e,n){let s=this.elements;return t.isVector3?(s[12]=t.x,s[13]=t.y,s[14]=t.z):(s[12]=t,s[13]=e,s[14]=n),this}invert(){let t=this.elements,e=t[0],n=t[1],s=t[2],r=t[3],o=t[4],a=t[5],l=t[6],c=t[7],h=t[8],u=t[9],d=t[10],f=t[11],p=t[12],y=t[13],m=t[14],g=t[15],S=e*a-n*o,A=e*l-s*o,v=e*c-r*o,P=n*l-s*a,E=n*c-r*a,_=s*c-r*l,T=h*y-u*p,B=h*m-d*p,U=h*g-f*p,L=u*m-d*y,H=u*g-f*y,W=d*g-f*m,D=S*W-A*H+v*L+P*U-E*B+_*T;if(D===0)return this.set(0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0);let V=1/D;return t[0]=(a*W-l*H+c*L)*V,t[1]=(s*H-n*W-r*L)*V,t[2]=(y*_-m*E+g*P)*V,t[3]=(d*E-u*_-f*P)*V,t[4]=(l*U-o*W-c*B)*V,t[5]=(e*W-s*U+r*B)*V,t[6]=(m*v-p*_-g*A)*V,t[7]=(h*_-d*v+f*A)*V,t[8]=(o*H-a*U+c*T)*V,t[9]=(n*U-e*H-r*T)*V,t[10]=(p*E-y*v+g*S)*V,t[11]=(u*v-h*E-f*S)*V,t[12]=(a*B-o*L-l*T)*V,t[13]=(e*L-n*B+s*T)*V,t[14]=(y*A-p*P-m*S)*V,t[15]=(h*P-u*A+d*S)*V,this}scale(t){let e=this.elements,n=t.x,s=t.y,r=t.z;return e[0]*=n,e[4]*=s,e[8]*=r,e[1]*=n,e[5]*=s,e[9]*=r,e[2]*=n,e[6]*=s,e[10]*=r,e[3]*=n,e[7]*=s,e[11]*=r,this}getMaxScaleOnAxis(){let t=this.elements,e=t[0]*t[0]+t[1]*t[1]+t[2]*t[2],n=t[4]*t[4]+t[5]*t[5]+t[6]*t[6],s=t[8]*t[8]+t[9]*t[9]+t[10]*t[10];return Math.sqrt(Math.max(e,n,s))}makeTranslation(t,e,n){return t.isVector3?this.set(1,0,0,t.x,0,1,0,t.y,0,0,1,t.z,0,0,0,1):this.set(1,0,0,t,0,1,0,e,0,0,1,n,0,0,0,1),this}makeRotationX(t){let e=Math.cos(t),n=Math.sin(t);return this.set(1,0,0,0,0,e,-n,0,0,n,e,0,0,0,0,1),this}makeRotationY(t){let e=Math.cos(t),n=Math.sin(t);return this.set(e,0,n,0,0,1,0,0,-n,0,e,0,0,0,0,1),this}makeRotationZ(t){let e=Math.cos(t),n=Math.sin(t);return this.set(e,-n,0,0,n,e,0,0,0,0,1,0,0,0,0,1),this}makeRotationAxis(t,e){let n=Math.cos(e),s=Math.sin(e),r=1-n,o=t.x,a=t.y,l=t.z,c=r*o,h=r*a;return this.set(c*o+n,c*a-s*l,c*l+s*a,0,c*a+s*l,h*a+n,h*l-s*o,0,c*l-s*a,h*l+s*o,r*l*l+n,0,0,0,0,1),this}makeScale(t,e,n){return this.set(t,0,0,0,0,e,0,0,0,0,n,0,0,0,0,1),this}makeShear(t,e,n,s,r,o){return this.set(1,n,r,0,t,1,o,0,e,s,1,0,0,0,0,1),this}compose(t,e,n){let s=this.elements,r=e._x,o=e._y,a=e._z,l=e._w,c=r+r,h=o+o,u=a+a,d=r*c,f=r*h,p=r*u,y=o*h,m=o*u,g=a*u,S=l*c,A=l*h,v=l*u,P=n.x,E=n.y,_=n.z;return s[0]=(1-(y+g))*P,s[1]=(f+v)*P,s[2]=(p-A)*P,s[3]=0,s[4]=(f-v)*E,s[5]=(1-(d+g))*E,s[6]=(m+S)*E,s[7]=0,s[8]=(p+A)*_,s[9]=(m-S)*_,s[10]=(1-(d+y))*_,s[11]=0,s[12]=t.x,s[13]=t.y,s[14]=t.z,s[15]=1,this}decompose(t,e,n){let s=this.elements;t.x=s[12],t.y=s[13],t.z=s[14];let r=this.determinantAffine();if(r===0)return n.set(1,1,1),e.identity(),this;let o=lo.set(s[0],s[1],s[2]).length(),a=lo.set(s[4],s[5],s[6]).length(),l=lo.set(s[8],s[9],s[10]).length();r<0&&(o=-o),Oi.copy(this);let c=1/o,h=1/a,u=1/l;return Oi.elements[0]*=c,Oi.elements[1]*=c,Oi.elements[2]*=c,Oi.elements[4]*=h,Oi.elements[5]*=h,Oi.elements[6]*=h,Oi.elements[8]*=u,Oi.elements[9]*=u,Oi.elements[10]*=u,e.setFromRotationMatrix(Oi),n.x=o,n.y=a,n.z=l,this}makePerspective(t,e,n,s,r,o,a=Ai,l=!1){let c=this.elements,h=2*r/(e-t),u=2*r/(n-s),d=(e+t)/(e-t),f=(n+s)/(n-s),p,y;if(l)p=r/(o-r),y=o*r/(o-r);else if(a===Ai)p=-(o+r)/(o-r),y=-2*o*r/(o-r);else if(a===To)p=-o/(o-r),y=-o*r/(o-r);else throw new Error("THREE.Matrix4.makePerspective(): Invalid coordinate system: "+a);return c[0]=h,c[4]=0,c[8]=d,c[12]=0,c[1]=0,c[5]=u,c[9]=f,c[13]=0,c[2]=0,c[6]=0,c[10]=p,c[14]=y,c[3]=0,c[7]=0,c[11]=-1,c[15]=0,this}makeOrthographic(t,e,n,s,r,o,a=Ai,l=!1){let c=this.elements,h=2/(e-t),u=2/(n-s),d=-(e+t)/(e-t),f=-(n+s)/(n-s),p,y;if(l)p=1/(o-r),y=o/(o-r);else if(a===Ai)p=-2/(o-r),y=-(o+r)/(o-r);else if(a===To)p=-1/(o-r),y=-r/(o-r);else throw new Error("THREE.Matrix4.makeOrthographic(): Invalid coordinate system: "+a);return c[0]=h,c[4]=0,c[8]=0,c[12]=d,c[1]=0,c[5]=u,c[9]=0,c[13]=f,c[2]=0,c[6]=0,c[10]=p,c[14]=y,c[3]=0,c[7]=0,c[11]=0,c[15]=1,this}equals(t){let e=this.elements,n=t.elements;for(let s=0;s<16;s++)if(e[s]!==n[s])return!1;return!0}fromArray(t,e=0){for(let n=0;n<16;n++)this.elements[n]=t[n+e];return this}toArray(t=[],e=0){let n=this.elements;return t[e]=n[0],t[e+1]=n[1],t[e+2]=n[2],t[e+3]=n[3],t[e+4]=n[4],t[e+5]=n[5],t[e+6]=n[6],t[e+7]=n[7],t[e+8]=n[8],t[e+9]=n[9],t[e+10]=n[10],t[e+11]=n[11],t[e+12]=n[12],t[e+13]=n[13],t[e+14]=n[14],t[e+15]=n[15],t}},lo=new C,Oi=new pe,RS=new C(0,0,0),CS=new C(1,1,1),Vs=new C,rc=new C,fi=new C,Yg=new pe,$g=new Ke,ws=class i{constructor(t=0,e=0,n=0,s=i.DEFAULT_ORDER){this.isEuler=!0,this._x=t,this._y=e,this._z=n,this._order=s}get x(){return this._x}set x(t){this._x=t,this._onChangeCallback()}get y(){return this._y}set y(t){this._y=t,this._onChangeCallback()}get z(){return this._z}set z(t){this._z=t,this._onChangeCallback()}get order(){return this._order}set order(t){this._order=t,this._onChangeCallback()}set(t,e,n,s=this._order){return this._x=t,this._y=e,this._z=n,this._order=s,this._onChangeCallback(),this}clone(){return new this.constructor(this._x,this._y,this._z,this._order)}copy(t){return this._x=t._x,this._y=t._y,this._z=t._z,this._order=t._order,this._onChangeCallback(),this}setFromRotationMatrix(t,e=this._order,n=!0){let s=t.elements,r=s[0],o=s[4],a=s[8],l=s[1],c=s[5],h=s[9],u=s[2],d=s[6],f=s[10];switch(e){case"XYZ":this._y=Math.asin(fe(a,-1,1)),Math.abs(a)<.9999999?(this._x=Math.atan2(-h,f),this._z=Math.atan2(-o,r)):(this._x=Math.atan2(d,c),this._z=0);break;case"YXZ":this._x=Math.asin(-fe(h,-1,1)),Math.abs(h)<.9999999?(this._y=Math.atan2(a,f),this._z=Math.atan2(l,c)):(this._y=Math.atan2(-u,r),this._z=0);break;case"ZXY":this._x=Math.asin(fe(d,-1,1)),Math.abs(d)<.9999999?(this._y=Math.atan2(-u,f),this._z=Math.atan2(-o,c)):(this._y=0,this._z=Math.atan2(l,r));break;case"ZYX":this._y=Math.asin(-fe(u,-1,1)),Math.abs(u)<.9999999?(this._x=Math.atan2(d,f),this._z=Math.atan2(l,r)):(this._x=0,this._z=Math.atan2(-o,c));break;case"YZX":this._z=Math.asin(fe(l,-1,1)),Math.abs(l)<.9999999?(this._x=Math.atan2(-h,c),this._y=Math.atan2(-u,r)):(this._x=0,this._y=Math.atan2(a,f));break;case"XZY":this._z=Math.asin(-fe(o,-1,1)),Math.abs(o)<.9999999?(this._x=Math.atan2(d,c),this._y=Math.atan2(a,r)):(this._x=Math.atan2(-h,f),this._y=0);break;default:te("Euler: .setFromRotationMatrix() encountered an unknown order: "+e)}return this._order=e,n===!0&&this._onChangeCallback(),this}setFromQuaternion(t,e,n){return Yg.makeRotationFromQuaternion(t),this.setFromRotationMatrix(Yg,e,n)}setFromVector3(t,e=this._order){return this.set(t.x,t.y,t.z,e)}reorder(t){return $g.setFromEuler(this),this.setFromQuaternion($g,t)}equals(t){return t._x===this._x&&t._y===this._y&&t._z===this._z&&t._order===this._order}fromArray(t){return this._x=t[0],this._y=t[1],this._z=t[2],t[3]!==void 0&&(this._order=t[3]),this._onChangeCallback(),this}toArray(t=[],e=0){return t[e]=this._x,t[e+1]=this._y,t[e+2]=this._z,t[e+3]=this._order,t}_onChange(t){return this._onChangeCallback=t,this}_onChangeCallback(){}*[Symbol.iterator](){yield this._x,yield this._y,yield this._z,yield this._order}};ws.DEFAULT_ORDER="XYZ";var Po=class{constructor(){this.mask=1}set(t){this.mask=(1<<t|0)>>>0}enable(t){this.mask|=1<<t|0}enableAll(){this.mask=-1}toggle(t){this.mask^=1<<t|0}disable(t){this.mask&=~(1<<t|0)}disableAll(){this.mask=0}test(t){return(this.mask&t.mask)!==0}isEnabled(t){return(this.mask&(1<<t|0))!==0}},PS=0,Zg=new C,co=new Ke,_s=new pe,oc=new C,ga=new C,IS=new C,LS=new Ke,Jg=new C(1,0,0),Kg=new C(0,1,0),jg=new C(0,0,1),Qg={type:"added"},DS={type:"removed"},ho={type:"childadded",child:null},Hd={type:"childremoved",child:null},Dn=class i extends ki{constructor(){super(),this.isObject3D=!0,Object.defineProperty(this,"id",{value:PS++}),this.uuid=Ps(),this.name="",this.type="Object3D",this.parent=null,this.children=[],this.up=i.DEFAULT_UP.clone();let t=new C,e=new ws,n=new Ke,s=new C(1,1,1);function r(){n.setFromEuler(e,!1)}function o(){e.setFromQuaternion(n,void 0,!1)}e._onChange(r),n._onChange(o),Object.defineProperties(this,{position:{configurable:!0,enumerable:!0,value:t},rotation:{configurable:!0,enumerable:!0,value:e},quaternion:{configurable:!0,enumerable:!0,value:n},scale:{configurable:!0,enumerable:!0,value:s},modelViewMatrix:{value:new pe},normalMatrix:{value:new me}}),this.matrix=new pe,this.matrixWorld=new pe,this.matrixAutoUpdate=i.DEFAULT_MATRIX_AUTO_UPDATE,this.matrixWorldAutoUpdate=i.DEFAULT_MATRIX_WORLD_AUTO_UPDATE,this.matrixWorldNeedsUpdate=!1,this.layers=new Po,this.visible=!0,this.castShadow=!1,this.receiveShadow=!1,this.frustumCulled=!0,this.renderOrder=0,this.animations=[],this.customDepthMaterial=void 0,this.customDistanceMaterial=void 0,this.static=!1,this.userData={},this.pivot=null}onBeforeShadow(){}onAfterShadow(){}onBeforeRender(){}onAfterRender(){}applyMatrix4(t){this.matrixAutoUpdate&&this.updateMatrix(),this.matrix.premultiply(t),this.matrix.decompose(this.position,this.quaternion,this.scale),this.pivot!==null&&this.position.copy(this.pivot).applyMatrix4(this.matrix).sub(this.pivot)}applyQuaternion(t){return this.quaternion.premultiply(t),this}setRotationFromAxisAngle(t,e){this.quaternion.setFromAxisAngle(t,e)}setRotationFromEuler(t){this.quaternion.setFromEuler(t,!0)}setRotationFromMatrix(t){this.quaternion.setFromRotationMatrix(t)}setRotationFromQuaternion(t){this.quaternion.copy(t)}rotateOnAxis(t,e){return co.setFromAxisAngle(t,e),this.quaternion.multiply(co),this}rotateOnWorldAxis(t,e){return co.setFromAxisAngle(t,e),this.quaternion.premultiply(co),this}rotateX(t){return this.rotateOnAxis(Jg,t)}rotateY(t){return this.rotateOnAxis(Kg,t)}rotateZ(t){return this.rotateOnAxis(jg,t)}translateOnAxis(t,e){return Zg.copy(t).applyQuaternion(this.quaternion),this.position.add(Zg.multiplyScalar(e)),this}translateX(t){return this.translateOnAxis(Jg,t)}translateY(t){return this.translateOnAxis(Kg,t)}translateZ(t){return this.translateOnAxis(jg,t)}localToWorld(t){return this.updateWorldMatrix(!0,!1),t.applyMatrix4(this.matrixWorld)}worldToLocal(t){return this.updateWorldMatrix(!0,!1),t.applyMatrix4(_s.copy(this.matrixWorld).invert())}lookAt(t,e,n){t.isVector3?oc.copy(t):oc.set(t,e,n);let s=this.parent;this.updateWorldMatrix(!0,!1),ga.setFromMatrixPosition(this.matrixWorld),this.isCamera||this.isLight?_s.lookAt(ga,oc,this.up):_s.lookAt(oc,ga,this.up),this.quaternion.setFromRotationMatrix(_s),s&&(_s.extractRotation(s.matrixWorld),co.setFromRotationMatrix(_s),this.quaternion.premultiply(co.invert()))}add(t){if(arguments.length>1){for(let e=0;e<arguments.length;e++)this.add(arguments[e]);return this}return t===this?(oe("Object3D.add: object can't be added as a child of itself.",t),this):(t&&t.isObject3D?(t.removeFromParent(),t.parent=this,this.children.push(t),t.dispatchEvent(Qg),ho.child=t,this.dispatchEvent(ho),ho.child=null):oe("Object3D.add: object not an instance of THREE.Object3D.",t),this)}remove(t){if(arguments.length>1){for(let n=0;n<arguments.length;n++)this.remove(arguments[n]);return this}let e=this.children.indexOf(t);return e!==-1&&(t.parent=null,this.children.splice(e,1),t.dispatchEvent(DS),Hd.child=t,this.dispatchEvent(Hd),Hd.child=null),this}removeFromParent(){let t=this.parent;return t!==null&&t.remove(this),this}clear(){return this.remove(...this.children)}attach(t){return this.updateWorldMatrix(!0,!1),_s.copy(this.matrixWorld).invert(),t.parent!==null&&(t.parent.updateWorldMatrix(!0,!1),_s.multiply(t.parent.matrixWorld)),t.applyMatrix4(_s),t.removeFromParent(),t.parent=this,this.children.push(t),t.updateWorldMatrix(!1,!0),t.dispatchEvent(Qg),ho.child=t,this.dispatchEvent(ho),ho.child=null,this}getObjectById(t){return this.getObjectByProperty("id",t)}getObjectByName(t){return this.getObjectByProperty("name",t)}getObjectByProperty(t,e){if(this[t]===e)return this;for(let n=0,s=this.children.length;n<s;n++){let o=this.children[n].getObjectByProperty(t,e);if(o!==void 0)return o}}getObjectsByProperty(t,e,n=[]){this[t]===e&&n.push(this);let s=this.children;for(let r=0,o=s.length;r<o;r++)s[r].getObjectsByProperty(t,e,n);return n}getWorldPosition(t){return this.updateWorldMatrix(!0,!1),t.setFromMatrixPosition(this.matrixWorld)}getWorldQuaternion(t){return this.updateWorldMatrix(!0,!1),this.matrixWorld.decompose(ga,t,IS),t}getWorldScale(t){return this.updateWorldMatrix(!0,!1),this.matrixWorld.decompose(ga,LS,t),t}getWorldDirection(t){this.updateWorldMatrix(!0,!1);let e=this.matrixWorld.elements;return t.set(e[8],e[9],e[10]).normalize()}raycast(){}intersectsFrustum(){return!0}traverse(t){t(this);let e=this.children;for(let n=0,s=e.length;n<s;n++)e[n].traverse(t)}traverseVisible(t){if(this.visible===!1)return;t(this);let e=this.children;for(let n=0,s=e.length;n<s;n++)e[n].traverseVisible(t)}traverseAncestors(t){let e=this.parent;e!==null&&(t(e),e.traverseAncestors(t))}updateMatrix(){this.matrix.compose(this.position,this.quaternion,this.scale);let t=this.pivot;if(t!==null){let e=t.x,n=t.y,s=t.z,r=this.matrix.elements;r[12]+=e-r[0]*e-r[4]*n-r[8]*s,r[13]+=n-r[1]*e-r[5]*n-r[9]*s,r[14]+=s-r[2]*e-r[6]*n-r[10]*s}this.matrixWorldNeedsUpdate=!0}updateMatrixWorld(t){this.matrixAutoUpdate&&this.updateMatrix(),(this.matrixWorldNeedsUpdate||t)&&(this.matrixWorldAutoUpdate===!0&&(this.parent===null?this.matrixWorld.copy(this.matrix):this.matrixWorld.multiplyMatrices(this.parent.matrixWorld,this.matrix)),this.matrixWorldNeedsUpdate=!1,t=!0);let e=this.children;for(let n=0,s=e.length;n<s;n++)e[n].updateMatrixWorld(t)}updateWorldMatrix(t,e,n=!1){let s=this.parent;if(t===!0&&s!==null&&s.updateWorldMatrix(!0,!1),this.matrixAutoUpdate&&this.updateMatrix(),(this.matrixWorldNeedsUpdate||n)&&(this.matrixWorldAutoUpdate===!0&&(this.parent===null?this.matrixWorld.copy(this.matrix):this.matrixWorld.multiplyMatrices(this.parent.matrixWorld,this.matrix)),this.matrixWorldNeedsUpdate=!1,n=!0),e===!0){let r=this.children;for(let o=0,a=r.length;o<a;o++)r[o].updateWorldMatrix(!1,!0,n)}}toJSON(t){let e=t===void 0||typeof t=="string",n={};e&&(t={geometries:{},materials:{},textures:{},images:{},shapes:{},skeletons:{},animations:{},nodes:{}},n.metadata={version:4.7,type:"Object",generator:"Object3D.toJSON"});let s={};s.uuid=this.uuid,s.type=this.type,s.name=this.name,s.castShadow=this.castShadow,s.receiveShadow=this.receiveShadow,s.visible=this.visible,s.frustumCulled=this.frustumCulled,s.renderOrder=this.renderOrder,s.static=this.static,s.matrixAutoUpdate=this.matrixAutoUpdate,Object.keys(this.userData).length>0&&(s.userData=this.userData),s.layers=this.layers.mask,s.matrix=this.matrix.toArray(),s.up=this.up.toArray(),this.pivot!==null&&(s.pivot=this.pivot.toArray()),this.morphTargetDictionary!==void 0&&(s.morphTargetDictionary=Object.assign({},this.morphTargetDictionary)),this.morphTargetInfluences!==void 0&&(s.morphTargetInfluences=this.morphTargetInfluences.slice()),this.isInstancedMesh&&(s.type="InstancedMesh",s.count=this.count,s.instanceMatrix=this.instanceMatrix.toJSON(),this.instanceColor!==null&&(s.instanceColor=this.instanceColor.toJSON())),this.isBatchedMesh&&(s.type="BatchedMesh",s.perObjectFrustumCulled=this.perObjectFrustumCulled,s.sortObjects=this.sortObjects,s.drawRanges=this._drawRanges,s.reservedRanges=this._reservedRanges,s.geometryInfo=this._geometryInfo.map(a=>({...a,boundingBox:a.boundingBox?a.boundingBox.toJSON():void 0,boundingSphere:a.boundingSphere?a.boundingSphere.toJSON():void 0})),s.instanceInfo=this._instanceInfo.map(a=>({...a})),s.availableInstanceIds=this._availableInstanceIds.slice(),s.availableGeometryIds=this._availableGeometryIds.slice(),s.nextIndexStart=this._nextIndexStart,s.nextVertexStart=this._nextVertexStart,s.geometryCount=this._geometryCount,s.maxInstanceCount=this._maxInstanceCount,s.maxVertexCount=this._maxVertexCount,s.maxIndexCount=this._maxIndexCount,s.geometryInitialized=this._geometryInitialized,s.matricesTexture=this._matricesTexture.toJSON(t),s.indirectTexture=this._indirectTexture.toJSON(t),this._colorsTexture!==null&&(s.colorsTexture=this._colorsTexture.toJSON(t)),this.boundingSphere!==null&&(s.boundingSphere=this.boundingSphere.toJSON()),this.boundingBox!==null&&(s.boundingBox=this.boundingBox.toJSON()));function r(a,l){return a[l.uuid]===void 0&&(a[l.uuid]=l.toJSON(t)),l.uuid}if(this.isScene)this.background&&(this.background.isColor?s.background=this.background.toJSON():this.background.isTexture&&(s.background=this.background.toJSON(t).uuid)),this.environment&&this.environment.isTexture&&this.environment.isRenderTargetTexture!==!0&&(s.environment=this.environment.toJSON(t).uuid);else if(this.isMesh||this.isLine||this.isPoints){s.geometry=r(t.geometries,this.geometry);let a=this.geometry.parameters;if(a!==void 0&&a.shapes!==void 0){let l=a.shapes;if(Array.isArray(l))for(let c=0,h=l.length;c<h;c++){let u=l[c];r(t.shapes,u)}else r(t.shapes,l)}}if(this.isSkinnedMesh&&(s.bindMode=this.bindMode,s.bindMatrix=this.bindMatrix.toArray(),this.skeleton!==void 0&&(r(t.skeletons,this.skeleton),s.skeleton=this.skeleton.uuid)),this.material!==void 0)if(Array.isArray(this.material)){let a=[];for(let l=0,c=this.material.length;l<c;l++)a.push(r(t.materials,this.material[l]));s.material=a}else s.material=r(t.materials,this.material);if(this.children.length>0){s.children=[];for(let a=0;a<this.children.length;a++)s.children.push(this.children[a].toJSON(t).object)}if(this.animations.length>0){s.animations=[];for(let a=0;a<this.animations.length;a++){let l=this.animations[a];s.animations.push(r(t.animations,l))}}if(e){let a=o(t.geometries),l=o(t.materials),c=o(t.textures),h=o(t.images),u=o(t.shapes),d=o(t.skeletons),f=o(t.animations),p=o(t.nodes);a.length>0&&(n.geometries=a),l.length>0&&(n.materials=l),c.length>0&&(n.textures=c),h.length>0&&(n.images=h),u.length>0&&(n.shapes=u),d.length>0&&(n.skeletons=d),f.length>0&&(n.animations=f),p.length>0&&(n.nodes=p)}return n.object=s,n;function o(a){let l=[];for(let c in a){let h=a[c];delete h.metadata,l.push(h)}return l}}clone(t){return new this.constructor().copy(this,t)}copy(t,e=!0){if(this.name=t.name,this.up.copy(t.up),this.position.copy(t.position),this.rotation.order=t.rotation.order,this.quaternion.copy(t.quaternion),this.scale.copy(t.scale),this.pivot=t.pivot!==null?t.pivot.clone():null,this.matrix.copy(t.matrix),this.matrixWorld.copy(t.matrixWorld),this.matrixAutoUpdate=t.matrixAutoUpdate,this.matrixWorldAutoUpdate=t.matrixWorldAutoUpdate,this.matrixWorldNeedsUpdate=t.matrixWorldNeedsUpdate,this.layers.mask=t.layers.mask,this.visible=t.visible,this.castShadow=t.castShadow,this.receiveShadow=t.receiveShadow,this.frustumCulled=t.frustumCulled,this.renderOrder=t.renderOrder,this.static=t.static,this.animations=t.animations.slice(),this.userData=JSON.parse(JSON.stringify(t.userData)),e===!0)for(let n=0;n<t.children.length;n++){let s=t.children[n];this.add(s.clone())}return this}dispose(){this.dispatchEvent({type:"dispose"})}};Dn.DEFAULT_UP=new C(0,1,0);Dn.DEFAULT_MATRIX_AUTO_UPDATE=!0;Dn.DEFAULT_MATRIX_WORLD_AUTO_UPDATE=!0;var Sn=class extends Dn{constructor(){super(),this.isGroup=!0,this.type="Group"}},NS={type:"move"},Io=class{constructor(){this._targetRay=null,this._grip=null,this._hand=null}getHandSpace(){return this._hand===null&&(this._hand=new Sn,this._hand.matrixAutoUpdate=!1,this._hand.visible=!1,this._hand.joints={},this._hand.inputState={pinching:!1}),this._hand}getTargetRaySpace(){return this._targetRay===null&&(this._targetRay=new Sn,this._targetRay.matrixAutoUpdate=!1,this._targetRay.visible=!1,this._targetRay.hasLinearVelocity=!1,this._targetRay.linearVelocity=new C,this._targetRay.hasAngularVelocity=!1,this._targetRay.angularVelocity=new C),this._targetRay}getGripSpace(){return this._grip===null&&(this._grip=new Sn,this._grip.matrixAutoUpdate=!1,this._grip.visible=!1,this._grip.hasLinearVelocity=!1,this._grip.linearVelocity=new C,this._grip.hasAngularVelocity=!1,this._grip.angularVelocity=new C,this._grip.eventsEnabled=!1),this._grip}dispatchEvent(t){return this._targetRay!==null&&this._targetRay.dispatchEvent(t),this._grip!==null&&this._grip.dispatchEvent(t),this._hand!==null&&this._hand.dispatchEvent(t),this}connect(t){if(t&&t.hand){let e=this._hand;if(e)for(let n of t.hand.values())this._getHandJoint(e,n)}return this.dispatchEvent({type:"connected",data:t}),this}disconnect(t){return this.dispatchEvent({type:"disconnected",data:t}),this._targetRay!==null&&(this._targetRay.visible=!1),this._grip!==null&&(this._grip.visible=!1),this._hand!==null&&(this._hand.visible=!1),this}update(t,e,n){let s=null,r=null,o=null,a=this._targetRay,l=this._grip,c=this._hand;if(t&&e.session.visibilityState!=="visible-blurred"){if(c&&t.hand){o=!0;for(let y of t.hand.values()){let m=e.getJointPose(y,n),g=this._getHandJoint(c,y);m!==null&&(g.matrix.fromArray(m.transform.matrix),g.matrix.decompose(g.position,g.quaternion,g.scale),g.matrixWorldNeedsUpdate=!0,g.jointRadius=m.radius),g.visible=m!==null}let h=c.joints["index-finger-tip"],u=c.joints["thumb-tip"],d=h.position.distanceTo(u.position),f=.02,p=.005;c.inputState.pinching&&d>f+p?(c.inputState.pinching=!1,this.dispatchEvent({type:"pinchend",handedness:t.handedness,target:this})):!c.inputState.pinching&&d<=f-p&&(c.inputState.pinching=!0,this.dispatchEvent({type:"pinchstart",handedness:t.handedness,target:this}))}else l!==null&&t.gripSpace&&(r=e.getPose(t.gripSpace,n),r!==null&&(l.matrix.fromArray(r.transform.matrix),l.matrix.decompose(l.position,l.quaternion,l.scale),l.matrixWorldNeedsUpdate=!0,r.linearVelocity?(l.hasLinearVelocity=!0,l.linearVelocity.copy(r.linearVelocity)):l.hasLinearVelocity=!1,r.angularVelocity?(l.hasAngularVelocity=!0,l.angularVelocity.copy(r.angularVelocity)):l.hasAngularVelocity=!1,l.eventsEnabled&&l.dispatchEvent({type:"gripUpdated",data:t,target:this})));a!==null&&(s=e.getPose(t.targetRaySpace,n),s===null&&r!==null&&(s=r),s!==null&&(a.matrix.fromArray(s.transform.matrix),a.matrix.decompose(a.position,a.quaternion,a.scale),a.matrixWorldNeedsUpdate=!0,s.linearVelocity?(a.hasLinearVelocity=!0,a.linearVelocity.copy(s.linearVelocity)):a.hasLinearVelocity=!1,s.angularVelocity?(a.hasAngularVelocity=!0,a.angularVelocity.copy(s.angularVelocity)):a.hasAngularVelocity=!1,this.dispatchEvent(NS)))}return a!==null&&(a.visible=s!==null),l!==null&&(l.visible=r!==null),c!==null&&(c.visible=o!==null),this}_getHandJoint(t,e){if(t.joints[e.jointName]===void 0){let n=new Sn;n.matrixAutoUpdate=!1,n.visible=!1,t.joints[e.jointName]=n,t.add(n)}return t.joints[e.jointName]}},u_={aliceblue:15792383,antiquewhite:16444375,aqua:65535,aquamarine:8388564,azure:15794175,beige:16119260,bisque:16770244,black:0,blanchedalmond:16772045,blue:255,blueviolet:9055202,brown:10824234,burlywood:14596231,cadetblue:6266528,chartreuse:8388352,chocolate:13789470,coral:16744272,cornflowerblue:6591981,cornsilk:16775388,crimson:14423100,cyan:65535,darkblue:139,darkcyan:35723,darkgoldenrod:12092939,darkgray:11119017,darkgreen:25600,darkgrey:11119017,darkkhaki:12433259,darkmagenta:9109643,darkolivegreen:5597999,darkorange:16747520,darkorchid:10040012,darkred:9109504,darksalmon:15308410,darkseagreen:9419919,darkslateblue:4734347,darkslategray:3100495,darkslategrey:3100495,darkturquoise:52945,darkviolet:9699539,deeppink:16716947,deepskyblue:49151,dimgray:6908265,dimgrey:6908265,dodgerblue:2003199,firebrick:11674146,floralwhite:16775920,forestgreen:2263842,fuchsia:16711935,gainsboro:14474460,ghostwhite:16316671,gold:16766720,goldenrod:14329120,gray:8421504,green:32768,greenyellow:11403055,grey:8421504,honeydew:15794160,hotpink:16738740,indianred:13458524,indigo:4915330,ivory:16777200,khaki:15787660,lavender:15132410,lavenderblush:16773365,lawngreen:8190976,lemonchiffon:16775885,lightblue:11393254,lightcoral:15761536,lightcyan:14745599,lightgoldenrodyellow:16448210,lightgray:13882323,lightgreen:9498256,lightgrey:13882323,lightpink:16758465,lightsalmon:16752762,lightseagreen:2142890,lightskyblue:8900346,lightslategray:7833753,lightslategrey:7833753,lightsteelblue:11584734,lightyellow:16777184,lime:65280,limegreen:3329330,linen:16445670,magenta:16711935,maroon:8388608,mediumaquamarine:6737322,mediumblue:205,mediumorchid:12211667,mediumpurple:9662683,mediumseagreen:3978097,mediumslateblue:8087790,mediumspringgreen:64154,mediumturquoise:4772300,mediumvioletred:13047173,midnightblue:1644912,mintcream:16121850,mistyrose:16770273,moccasin:16770229,navajowhite:16768685,navy:128,oldlace:16643558,olive:8421376,olivedrab:7048739,orange:16753920,orangered:16729344,orchid:14315734,palegoldenrod:15657130,palegreen:10025880,paleturquoise:11529966,palevioletred:14381203,papayawhip:16773077,peachpuff:16767673,peru:13468991,pink:16761035,plum:14524637,powderblue:11591910,purple:8388736,rebeccapurple:6697881,red:16711680,rosybrown:12357519,royalblue:4286945,saddlebrown:9127187,salmon:16416882,sandybrown:16032864,seagreen:3050327,seashell:16774638,sienna:10506797,silver:12632256,skyblue:8900331,slateblue:6970061,slategray:7372944,slategrey:7372944,snow:16775930,springgreen:65407,steelblue:4620980,tan:13808780,teal:32896,thistle:14204888,tomato:16737095,turquoise:4251856,violet:15631086,wheat:16113331,white:16777215,whitesmoke:16119285,yellow:16776960,yellowgreen:10145074},Hs={h:0,s:0,l:0},ac={h:0,s:0,l:0};function Gd(i,t,e){return e<0&&(e+=1),e>1&&(e-=1),e<1/6?i+(t-i)*6*e:e<1/2?t:e<2/3?i+(t-i)*6*(2/3-e):i}var ae=class{constructor(t,e,n){return this.isColor=!0,this.r=1,this.g=1,this.b=1,this.set(t,e,n)}set(t,e,n){if(e===void 0&&n===void 0){let s=t;s&&s.isColor?this.copy(s):typeof s=="number"?this.setHex(s):typeof s=="string"&&this.setStyle(s)}else this.setRGB(t,e,n);return this}setScalar(t){return this.r=t,this.g=t,this.b=t,this}setHex(t,e=mi){return t=Math.floor(t),this.r=(t>>16&255)/255,this.g=(t>>8&255)/255,this.b=(t&255)/255,Ae.colorSpaceToWorking(this,e),this}setRGB(t,e,n,s=Ae.workingColorSpace){return this.r=t,this.g=e,this.b=n,Ae.colorSpaceToWorking(this,s),this}setHSL(t,e,n,s=Ae.workingColorSpace){if(t=Yf(t,1),e=fe(e,0,1),n=fe(n,0,1),e===0)this.r=this.g=this.b=n;else{let r=n<=.5?n*(1+e):n+e-n*e,o=2*n-r;this.r=Gd(o,r,t+1/3),this.g=Gd(o,r,t),this.b=Gd(o,r,t-1/3)}return Ae.colorSpaceToWorking(this,s),this}setStyle(t,e=mi){function n(r){r!==void 0&&parseFloat(r)<1&&te("Color: Alpha component of "+t+" will be ignored.")}let s;if(s=/^(\w+)\(([^\)]*)\)/.exec(t)){let r,o=s[1],a=s[2];switch(o){case"rgb":case"rgba":if(r=/^\s*(\d+)\s*,\s*(\d+)\s*,\s*(\d+)\s*(?:,\s*(\d+(?:\.\d+)?|\.\d+)\s*)?$/.exec(a))return n(r[4]),this.setRGB(Math.min(255,parseInt(r[1],10))/255,Math.min(255,parseInt(r[2],10))/255,Math.min(255,parseInt(r[3],10))/255,e);if(r=/^\s*(\d+(?:\.\d+)?|\.\d+)\%\s*,\s*(\d+(?:\.\d+)?|\.\d+)\%\s*,\s*(\d+(?:\.\d+)?|\.\d+)\%\s*(?:,\s*(\d+(?:\.\d+)?|\.\d+)\s*)?$/.exec(a))return n(r[4]),this.setRGB(Math.min(100,parseFloat(r[1]))/100,Math.min(100,parseFloat(r[2]))/100,Math.min(100,parseFloat(r[3]))/100,e);break;case"hsl":case"hsla":if(r=/^\s*([+-]?(?:\d+(?:\.\d+)?|\.\d+))\s*,\s*(\d+(?:\.\d+)?|\.\d+)\%\s*,\s*(\d+(?:\.\d+)?|\.\d+)\%\s*(?:,\s*(\d+(?:\.\d+)?|\.\d+)\s*)?$/.exec(a))return n(r[4]),this.setHSL(parseFloat(r[1])/360,parseFloat(r[2])/100,parseFloat(r[3])/100,e);break;default:te("Color: Unknown color model "+t)}}else if(s=/^\#([A-Fa-f\d]+)$/.exec(t)){let r=s[1],o=r.length;if(o===3)return this.setRGB(parseInt(r.charAt(0),16)/15,parseInt(r.charAt(1),16)/15,parseInt(r.charAt(2),16)/15,e);if(o===6)return this.setHex(parseInt(r,16),e);te("Color: Invalid hex color "+t)}else if(t&&t.length>0)return this.setColorName(t,e);return this}setColorName(t,e=mi){let n=u_[t.toLowerCase()];return n!==void 0?this.setHex(n,e):te("Color: Unknown color "+t),this}clone(){return new this.constructor(this.r,this.g,this.b)}copy(t){return this.r=t.r,this.g=t.g,this.b=t.b,this}copySRGBToLinear(t){return this.r=Ms(t.r),this.g=Ms(t.g),this.b=Ms(t.b),this}copyLinearToSRGB(t){return this.r=wo(t.r),this.g=wo(t.g),this.b=wo(t.b),this}convertSRGBToLinear(){return this.copySRGBToLinear(this),this}convertLinearToSRGB(){return this.copyLinearToSRGB(this),this}getHex(t=mi){return Ae.workingToColorSpace(kn.copy(this),t),Math.round(fe(kn.r*255,0,255))*65536+Math.round(fe(kn.g*255,0,255))*256+Math.round(fe(kn.b*255,0,255))}getHexString(t=mi){return("000000"+this.getHex(t).toString(16)).slice(-6)}getHSL(t,e=Ae.workingColorSpace){Ae.workingToColorSpace(kn.copy(this),e);let n=kn.r,s=kn.g,r=kn.b,o=Math.max(n,s,r),a=Math.min(n,s,r),l,c,h=(a+o)/2;if(a===o)l=0,c=0;else{let u=o-a;switch(c=h<=.5?u/(o+a):u/(2-o-a),o){case n:l=(s-r)/u+(s<r?6:0);break;case s:l=(r-n)/u+2;break;case r:l=(n-s)/u+4;break}l/=6}return t.h=l,t.s=c,t.l=h,t}getRGB(t,e=Ae.workingColorSpace){return Ae.workingToColorSpace(kn.copy(this),e),t.r=kn.r,t.g=kn.g,t.b=kn.b,t}getStyle(t=mi){Ae.workingToColorSpace(kn.copy(this),t);let e=kn.r,n=kn.g,s=kn.b;return t!==mi?`color(${t} ${e.toFixed(3)} ${n.toFixed(3)} ${s.toFixed(3)})`:`rgb(${Math.round(e*255)},${Math.round(n*255)},${Math.round(s*255)})`}offsetHSL(t,e,n){return this.getHSL(Hs),this.setHSL(Hs.h+t,Hs.s+e,Hs.l+n)}add(t){return this.r+=t.r,this.g+=t.g,this.b+=t.b,this}addColors(t,e){return this.r=t.r+e.r,this.g=t.g+e.g,this.b=t.b+e.b,this}addScalar(t){return this.r+=t,this.g+=t,this.b+=t,this}sub(t){return this.r=Math.max(0,this.r-t.r),this.g=Math.max(0,this.g-t.g),this.b=Math.max(0,this.b-t.b),this}multiply(t){return this.r*=t.r,this.g*=t.g,this.b*=t.b,this}multiplyScalar(t){return this.r*=t,this.g*=t,this.b*=t,this}lerp(t,e){return this.r+=(t.r-this.r)*e,this.g+=(t.g-this.g)*e,this.b+=(t.b-this.b)*e,this}lerpColors(t,e,n){return this.r=t.r+(e.r-t.r)*n,this.g=t.g+(e.g-t.g)*n,this.b=t.b+(e.b-t.b)*n,this}lerpHSL(t,e){this.getHSL(Hs),t.getHSL(ac);let n=Ta(Hs.h,ac.h,e),s=Ta(Hs.s,ac.s,e),r=Ta(Hs.l,ac.l,e);return this.setHSL(n,s,r),this}setFromVector3(t){return this.r=t.x,this.g=t.y,this.b=t.z,this}applyMatrix3(t){let e=this.r,n=this.g,s=this.b,r=t.elements;return this.r=r[0]*e+r[3]*n+r[6]*s,this.g=r[1]*e+r[4]*n+r[7]*s,this.b=r[2]*e+r[5]*n+r[8]*s,this}equals(t){return t.r===this.r&&t.g===this.g&&t.b===this.b}fromArray(t,e=0){return this.r=t[e],this.g=t[e+1],this.b=t[e+2],this}toArray(t=[],e=0){return t[e]=this.r,t[e+1]=this.g,t[e+2]=this.b,t}fromBufferAttribute(t,e){return this.r=t.getX(e),this.g=t.getY(e),this.b=t.getZ(e),this}toJSON(){return this.getHex()}*[Symbol.iterator](){yield this.r,yield this.g,yield this.b}},kn=new ae;ae.NAMES=u_;var Ua=class extends Dn{constructor(){super(),this.isScene=!0,this.type="Scene",this.background=null,this.environment=null,this.fog=null,this.backgroundBlurriness=0,this.backgroundIntensity=1,this.backgroundRotation=new ws,this.environmentIntensity=1,this.environmentRotation=new ws,this.overrideMaterial=null,typeof __THREE_DEVTOOLS__<"u"&&__THREE_DEVTOOLS__.dispatchEvent(new CustomEvent("observe",{detail:this}))}copy(t,e){return super.copy(t,e),this.background=t.background!==null?t.background.clone():null,this.environment=t.environment!==null?t.environment.clone():null,this.fog=t.fog!==null?t.fog.clone():null,this.backgroundBlurriness=t.backgroundBlurriness,this.backgroundIntensity=t.backgroundIntensity,this.backgroundRotation.copy(t.backgroundRotation),this.environmentIntensity=t.environmentIntensity,this.environmentRotation.copy(t.environmentRotation),this.overrideMaterial=t.overrideMaterial!==null?t.overrideMaterial.clone():null,this.matrixAutoUpdate=t.matrixAutoUpdate,this}toJSON(t){let e=super.toJSON(t);return this.fog!==null&&(e.object.fog=this.fog.toJSON()),e.object.backgroundBlurriness=this.backgroundBlurriness,e.object.backgroundIntensity=this.backgroundIntensity,e.object.backgroundRotation=this.backgroundRotation.toArray(),e.object.environmentIntensity=this.environmentIntensity,e.object.environmentRotation=this.environmentRotation.toArray(),e}},Bi=new C,xs=new C,Wd=new C,ys=new C,uo=new C,fo=new C,t0=new C,Xd=new C,qd=new C,Yd=new C,$d=new Oe,Zd=new Oe,Jd=new Oe,qs=class i{constructor(t=new C,e=new C,n=new C){this.a=t,this.b=e,this.c=n}static getNormal(t,e,n,s){s.subVectors(n,e),Bi.subVectors(t,e),s.cross(Bi);let r=s.lengthSq();return r>0?s.multiplyScalar(1/Math.sqrt(r)):s.set(0,0,0)}static getBarycoord(t,e,n,s,r){Bi.subVectors(s,e),xs.subVectors(n,e),Wd.subVectors(t,e);let o=Bi.dot(Bi),a=Bi.dot(xs),l=Bi.dot(Wd),c=xs.dot(xs),h=xs.dot(Wd),u=o*c-a*a;if(u===0)return r.set(0,0,0),null;let d=1/u,f=(c*l-a*h)*d,p=(o*h-a*l)*d;return r.set(1-f-p,p,f)}static containsPoint(t,e,n,s){return this.getBarycoord(t,e,n,s,ys)===null?!1:ys.x>=0&&ys.y>=0&&ys.x+ys.y<=1}static getInterpolation(t,e,n,s,r,o,a,l){return this.getBarycoord(t,e,n,s,ys)===null?(l.x=0,l.y=0,"z"in l&&(l.z=0),"w"in l&&(l.w=0),null):(l.setScalar(0),l.addScaledVector(r,ys.x),l.addScaledVector(o,ys.y),l.addScaledVector(a,ys.z),l)}static getInterpolatedAttribute(t,e,n,s,r,o){return $d.setScalar(0),Zd.setScalar(0),Jd.setScalar(0),$d.fromBufferAttribute(t,e),Zd.fromBufferAttribute(t,n),Jd.fromBufferAttribute(t,s),o.setScalar(0),o.addScaledVector($d,r.x),o.addScaledVector(Zd,r.y),o.addScaledVector(Jd,r.z),o}static isFrontFacing(t,e,n,s){return Bi.subVectors(n,e),xs.subVectors(t,e),Bi.cross(xs).dot(s)<0}set(t,e,n){return this.a.copy(t),this.b.copy(e),this.c.copy(n),this}setFromPointsAndIndices(t,e,n,s){return this.a.copy(t[e]),this.b.copy(t[n]),this.c.copy(t[s]),this}setFromAttributeAndIndices(t,e,n,s){return this.a.fromBufferAttribute(t,e),this.b.fromBufferAttribute(t,n),this.c.fromBufferAttribute(t,s),this}clone(){return new this.constructor().copy(this)}copy(t){return this.a.copy(t.a),this.b.copy(t.b),this.c.copy(t.c),this}getArea(){return Bi.subVectors(this.c,this.b),xs.subVectors(this.a,this.b),Bi.cross(xs).length()*.5}getMidpoint(t){return t.addVectors(this.a,this.b).add(this.c).multiplyScalar(1/3)}getNormal(t){return i.getNormal(this.a,this.b,this.c,t)}getPlane(t){return t.setFromCoplanarPoints(this.a,this.b,this.c)}getBarycoord(t,e){return i.getBarycoord(t,this.a,this.b,this.c,e)}getInterpolation(t,e,n,s,r){return i.getInterpolation(t,this.a,this.b,this.c,e,n,s,r)}containsPoint(t){return i.containsPoint(t,this.a,this.b,this.c)}isFrontFacing(t){return i.isFrontFacing(this.a,this.b,this.c,t)}intersectsBox(t){return t.intersectsTriangle(this)}closestPointToPoint(t,e){let n=this.a,s=this.b,r=this.c,o,a;uo.subVectors(s,n),fo.subVectors(r,n),Xd.subVectors(t,n);let l=uo.dot(Xd),c=fo.dot(Xd);if(l<=0&&c<=0)return e.copy(n);qd.subVectors(t,s);let h=uo.dot(qd),u=fo.dot(qd);if(h>=0&&u<=h)return e.copy(s);let d=l*u-h*c;if(d<=0&&l>=0&&h<=0&&l-h>0)return o=l/(l-h),e.copy(n).addScaledVector(uo,o);Yd.subVectors(t,r);let f=uo.dot(Yd),p=fo.dot(Yd);if(p>=0&&f<=p)return e.copy(r);let y=f*c-l*p;if(y<=0&&c>=0&&p<=0)return a=c/(c-p),e.copy(n).addScaledVector(fo,a);let m=h*p-f*u;if(m<=0&&u-h>=0&&f-p>=0)return t0.subVectors(r,s),a=(u-h)/(u-h+(f-p)),e.copy(s).addScaledVector(t0,a);let g=1/(m+y+d);return o=y*g,a=d*g,e.copy(n).addScaledVector(uo,o).addScaledVector(fo,a)}equals(t){return t.a.equals(this.a)&&t.b.equals(this.b)&&t.c.equals(this.c)}},Nn=class{constructor(t=new C(1/0,1/0,1/0),e=new C(-1/0,-1/0,-1/0)){this.isBox3=!0,this.min=t,this.max=e}set(t,e){return this.min.copy(t),this.max.copy(e),this}setFromArray(t){this.makeEmpty();for(let e=0,n=t.length;e<n;e+=3)this.expandByPoint(zi.fromArray(t,e));return this}setFromBufferAttribute(t){this.makeEmpty();for(let e=0,n=t.count;e<n;e++)this.expandByPoint(zi.fromBufferAttribute(t,e));return this}setFromPoints(t){this.makeEmpty();for(let e=0,n=t.length;e<n;e++)this.expandByPoint(t[e]);return this}setFromCenterAndSize(t,e){let n=zi.copy(e).multiplyScalar(.5);return this.min.copy(t).sub(n),this.max.copy(t).add(n),this}setFromObject(t,e=!1){return this.makeEmpty(),this.expandByObject(t,e)}clone(){return new this.constructor().copy(this)}copy(t){return this.min.copy(t.min),this.max.copy(t.max),this}makeEmpty(){return this.min.x=this.min.y=this.min.z=1/0,this.max.x=this.max.y=this.max.z=-1/0,this}isEmpty(){return this.max.x<this.min.x||this.max.y<this.min.y||this.max.z<this.min.z}getCenter(t){return this.isEmpty()?t.set(0,0,0):t.addVectors(this.min,this.max).multiplyScalar(.5)}getSize(t){return this.isEmpty()?t.set(0,0,0):t.subVectors(this.max,this.min)}expandByPoint(t){return this.min.min(t),this.max.max(t),this}expandByVector(t){return this.min.sub(t),this.max.add(t),this}expandByScalar(t){return this.min.addScalar(-t),this.max.addScalar(t),this}expandByObject(t,e=!1){t.updateWorldMatrix(!1,!1);let n=t.geometry;if(n!==void 0){let r=n.getAttribute("position");if(e===!0&&r!==void 0&&t.isInstancedMesh!==!0&&t.isBatchedMesh!==!0)for(let o=0,a=r.count;o<a;o++)t.isMesh===!0?t.getVertexPosition(o,zi):zi.fromBufferAttribute(r,o),zi.applyMatrix4(t.matrixWorld),this.expandByPoint(zi);else t.boundingBox!==void 0?(t.boundingBox===null&&t.computeBoundingBox(),lc.copy(t.boundingBox)):(n.boundingBox===null&&n.computeBoundingBox(),lc.copy(n.boundingBox)),lc.applyMatrix4(t.matrixWorld),this.union(lc)}let s=t.children;for(let r=0,o=s.length;r<o;r++)this.expandByObject(s[r],e);return this}containsPoint(t){return t.x>=this.min.x&&t.x<=this.max.x&&t.y>=this.min.y&&t.y<=this.max.y&&t.z>=this.min.z&&t.z<=this.max.z}containsBox(t){return this.min.x<=t.min.x&&t.max.x<=this.max.x&&this.min.y<=t.min.y&&t.max.y<=this.max.y&&this.min.z<=t.min.z&&t.max.z<=this.max.z}getParameter(t,e){return e.set((t.x-this.min.x)/(this.max.x-this.min.x),(t.y-this.min.y)/(this.max.y-this.min.y),(t.z-this.min.z)/(this.max.z-this.min.z))}intersectsBox(t){return t.max.x>=this.min.x&&t.min.x<=this.max.x&&t.max.y>=this.min.y&&t.min.y<=this.max.y&&t.max.z>=this.min.z&&t.min.z<=this.max.z}intersectsSphere(t){return this.clampPoint(t.center,zi),zi.distanceToSquared(t.center)<=t.radius*t.radius}intersectsPlane(t){let e,n;return t.normal.x>0?(e=t.normal.x*this.min.x,n=t.normal.x*this.max.x):(e=t.normal.x*this.max.x,n=t.normal.x*this.min.x),t.normal.y>0?(e+=t.normal.y*this.min.y,n+=t.normal.y*this.max.y):(e+=t.normal.y*this.max.y,n+=t.normal.y*this.min.y),t.normal.z>0?(e+=t.normal.z*this.min.z,n+=t.normal.z*this.max.z):(e+=t.normal.z*this.max.z,n+=t.normal.z*this.min.z),e<=-t.constant&&n>=-t.constant}intersectsTriangle(t){if(this.isEmpty())return!1;this.getCenter(_a),cc.subVectors(this.max,_a),po.subVectors(t.a,_a),mo.subVectors(t.b,_a),go.subVectors(t.c,_a),Gs.subVectors(mo,po),Ws.subVectors(go,mo),yr.subVectors(po,go);let e=[0,-Gs.z,Gs.y,0,-Ws.z,Ws.y,0,-yr.z,yr.y,Gs.z,0,-Gs.x,Ws.z,0,-Ws.x,yr.z,0,-yr.x,-Gs.y,Gs.x,0,-Ws.y,Ws.x,0,-yr.y,yr.x,0];return!Kd(e,po,mo,go,cc)||(e=[1,0,0,0,1,0,0,0,1],!Kd(e,po,mo,go,cc))?!1:(hc.crossVectors(Gs,Ws),e=[hc.x,hc.y,hc.z],Kd(e,po,mo,go,cc))}clampPoint(t,e){return e.copy(t).clamp(this.min,this.max)}distanceToPoint(t){return this.clampPoint(t,zi).distanceTo(t)}getBoundingSphere(t){return this.isEmpty()?t.makeEmpty():(this.getCenter(t.center),t.radius=this.getSize(zi).length()*.5),t}intersect(t){return this.min.max(t.min),this.max.min(t.max),this.isEmpty()&&this.makeEmpty(),this}union(t){return this.min.min(t.min),this.max.max(t.max),this}applyMatrix4(t){return this.isEmpty()?this:(vs[0].set(this.min.x,this.min.y,this.min.z).applyMatrix4(t),vs[1].set(this.min.x,this.min.y,this.max.z).applyMatrix4(t),vs[2].set(this.min.x,this.max.y,this.min.z).applyMatrix4(t),vs[3].set(this.min.x,this.max.y,this.max.z).applyMatrix4(t),vs[4].set(this.max.x,this.min.y,this.min.z).applyMatrix4(t),vs[5].set(this.max.x,this.min.y,this.max.z).applyMatrix4(t),vs[6].set(this.max.x,this.max.y,this.min.z).applyMatrix4(t),vs[7].set(this.max.x,this.max.y,this.max.z).applyMatrix4(t),this.setFromPoints(vs),this)}translate(t){return this.min.add(t),this.max.add(t),this}equals(t){return t.min.equals(this.min)&&t.max.equals(this.max)}toJSON(){return{min:this.min.toArray(),max:this.max.toArray()}}fromJSON(t){return this.min.fromArray(t.min),this.max.fromArray(t.max),this}},vs=[new C,new C,new C,new C,new C,new C,new C,new C],zi=new C,lc=new Nn,po=new C,mo=new C,go=new C,Gs=new C,Ws=new C,yr=new C,_a=new C,cc=new C,hc=new C,vr=new C;function Kd(i,t,e,n,s){for(let r=0,o=i.length-3;r<=o;r+=3){vr.fromArray(i,r);let a=s.x*Math.abs(vr.x)+s.y*Math.abs(vr.y)+s.z*Math.abs(vr.z),l=t.dot(vr),c=e.dot(vr),h=n.dot(vr);if(Math.max(-Math.max(l,c,h),Math.min(l,c,h))>a)return!1}return!0}var gn=new C,uc=new pt,US=0,Mn=class extends ki{constructor(t,e,n=!1){if(super(),Array.isArray(t))throw new TypeError("THREE.BufferAttribute: array should be a Typed Array.");this.isBufferAttribute=!0,Object.defineProperty(this,"id",{value:US++}),this.name="",this.array=t,this.itemSize=e,this.count=t!==void 0?t.length/e:0,this.normalized=n,this.usage=Xf,this.updateRanges=[],this.gpuType=Pi,this.version=0,this._normalizationScale=t!==void 0?ou(t):void 0}onUploadCallback(){}set needsUpdate(t){t===!0&&this.version++}setUsage(t){return this.usage=t,this}addUpdateRange(t,e){this.updateRanges.push({start:t,count:e})}clearUpdateRanges(){this.updateRanges.length=0}copy(t){return this.name=t.name,this.array=new t.array.constructor(t.array),this.itemSize=t.itemSize,this.count=t.count,this.normalized=t.normalized,this.usage=t.usage,this.gpuType=t.gpuType,this._normalizationScale=t._normalizationScale,this}copyAt(t,e,n){t*=this.itemSize,n*=e.itemSize;for(let s=0,r=this.itemSize;s<r;s++)this.array[t+s]=e.array[n+s];return this}copyArray(t){return this.array.set(t),this}applyMatrix3(t){if(this.itemSize===2)for(let e=0,n=this.count;e<n;e++)uc.fromBufferAttribute(this,e),uc.applyMatrix3(t),this.setXY(e,uc.x,uc.y);else if(this.itemSize===3)for(let e=0,n=this.count;e<n;e++)gn.fromBufferAttribute(this,e),gn.applyMatrix3(t),this.setXYZ(e,gn.x,gn.y,gn.z);return this}applyMatrix4(t){for(let e=0,n=this.count;e<n;e++)gn.fromBufferAttribute(this,e),gn.applyMatrix4(t),this.setXYZ(e,gn.x,gn.y,gn.z);return this}applyNormalMatrix(t){for(let e=0,n=this.count;e<n;e++)gn.fromBufferAttribute(this,e),gn.applyNormalMatrix(t),this.setXYZ(e,gn.x,gn.y,gn.z);return this}transformDirection(t){for(let e=0,n=this.count;e<n;e++)gn.fromBufferAttribute(this,e),gn.transformDirection(t),this.setXYZ(e,gn.x,gn.y,gn.z);return this}set(t,e=0){return this.array.set(t,e),this}getComponent(t,e){let n=this.array[t*this.itemSize+e];return this.normalized&&(n=this._denormalize(n)),n}setComponent(t,e,n){return this.normalized&&(n=this._normalize(n)),this.array[t*this.itemSize+e]=n,this}getX(t){let e=this.array[t*this.itemSize];return this.normalized&&(e=this._denormalize(e)),e}setX(t,e){return this.normalized&&(e=this._normalize(e)),this.array[t*this.itemSize]=e,this}getY(t){let e=this.array[t*this.itemSize+1];return this.normalized&&(e=this._denormalize(e)),e}setY(t,e){return this.normalized&&(e=this._normalize(e)),this.array[t*this.itemSize+1]=e,this}getZ(t){let e=this.array[t*this.itemSize+2];return this.normalized&&(e=this._denormalize(e)),e}setZ(t,e){return this.normalized&&(e=this._normalize(e)),this.array[t*this.itemSize+2]=e,this}getW(t){let e=this.array[t*this.itemSize+3];return this.normalized&&(e=this._denormalize(e)),e}setW(t,e){return this.normalized&&(e=this._normalize(e)),this.array[t*this.itemSize+3]=e,this}setXY(t,e,n){return t*=this.itemSize,this.normalized&&(e=this._normalize(e),n=this._normalize(n)),this.array[t+0]=e,this.array[t+1]=n,this}setXYZ(t,e,n,s){return t*=this.itemSize,this.normalized&&(e=this._normalize(e),n=this._normalize(n),s=this._normalize(s)),this.array[t+0]=e,this.array[t+1]=n,this.array[t+2]=s,this}setXYZW(t,e,n,s,r){return t*=this.itemSize,this.normalized&&(e=this._normalize(e),n=this._normalize(n),s=this._normalize(s),r=this._normalize(r)),this.array[t+0]=e,this.array[t+1]=n,this.array[t+2]=s,this.array[t+3]=r,this}onUpload(t){return this.onUploadCallback=t,this}clone(){return new this.constructor(this.array,this.itemSize).copy(this)}toJSON(){let t={itemSize:this.itemSize,type:this.array.constructor.name,array:Array.from(this.array),normalized:this.normalized};return t.name=this.name,t.usage=this.usage,t.gpuType=this.gpuType,t}dispose(){this.dispatchEvent({type:"dispose"})}_denormalize(t){let e=this._normalizationScale;return e!==void 0?Math.max(t/e,-1):Zf(t,this.array)}_normalize(t){let e=this._normalizationScale;return e!==void 0?Math.round(t*e):Jf(t,this.array)}};var Fa=class extends Mn{constructor(t,e,n){super(new Uint16Array(t),e,n)}};var Oa=class extends Mn{constructor(t,e,n){super(new Uint32Array(t),e,n)}};var Fe=class extends Mn{constructor(t,e,n){super(new Float32Array(t),e,n)}},FS=new Nn,xa=new C,jd=new C,xi=class{constructor(t=new C,e=-1){this.isSphere=!0,this.center=t,this.radius=e}set(t,e){return this.center.copy(t),this.radius=e,this}setFromPoints(t,e){let n=this.center;e!==void 0?n.copy(e):FS.setFromPoints(t).getCenter(n);let s=0;for(let r=0,o=t.length;r<o;r++)s=Math.max(s,n.distanceToSquared(t[r]));return this.radius=Math.sqrt(s),this}copy(t){return this.center.copy(t.center),this.radius=t.radius,this}isEmpty(){return this.radius<0}makeEmpty(){return this.center.set(0,0,0),this.radius=-1,this}containsPoint(t){return t.distanceToSquared(this.center)<=this.radius*this.radius}distanceToPoint(t){return t.distanceTo(this.center)-this.radius}intersectsSphere(t){let e=this.radius+t.radius;return t.center.distanceToSquared(this.center)<=e*e}intersectsBox(t){return t.intersectsSphere(this)}intersectsPlane(t){return Math.abs(t.distanceToPoint(this.center))<=this.radius}clampPoint(t,e){let n=this.center.distanceToSquared(t);return e.copy(t),n>this.radius*this.radius&&(e.sub(this.center).normalize(),e.multiplyScalar(this.radius).add(this.center)),e}getBoundingBox(t){return this.isEmpty()?(t.makeEmpty(),t):(t.set(this.center,this.center),t.expandByScalar(this.radius),t)}applyMatrix4(t){return this.center.applyMatrix4(t),this.radius=this.radius*t.getMaxScaleOnAxis(),this}translate(t){return this.center.add(t),this}expandByPoint(t){if(this.isEmpty())return this.center.copy(t),this.radius=0,this;xa.subVectors(t,this.center);let e=xa.lengthSq();if(e>this.radius*this.radius){let n=Math.sqrt(e),s=(n-this.radius)*.5;this.center.addScaledVector(xa,s/n),this.radius+=s}return this}union(t){return t.isEmpty()?this:this.isEmpty()?(this.copy(t),this):(this.center.equals(t.center)===!0?this.radius=Math.max(this.radius,t.radius):(jd.subVectors(t.center,this.center).setLength(t.radius),this.expandByPoint(xa.copy(t.center).add(jd)),this.expandByPoint(xa.copy(t.center).sub(jd))),this)}equals(t){return t.center.equals(this.center)&&t.radius===this.radius}clone(){return new this.constructor().copy(this)}toJSON(){return{radius:this.radius,center:this.center.toArray()}}fromJSON(t){return this.radius=t.radius,this.center.fromArray(t.center),this}},OS=0,Ti=new pe,Qd=new Dn,_o=new C,pi=new Nn,ya=new Nn,Pn=new C,en=class i extends ki{constructor(){super(),this.isBufferGeometry=!0,Object.defineProperty(this,"id",{value:OS++}),this.uuid=Ps(),this.name="",this.type="BufferGeometry",this.index=null,this.indirect=null,this.indirectOffset=0,this.attributes={},this.morphAttributes={},this.morphTargetsRelative=!1,this.groups=[],this.boundingBox=null,this.boundingSphere=null,this.drawRange={start:0,count:1/0},this.userData={},this._transformed=!1}getIndex(){return this.index}setIndex(t){return Array.isArray(t)?this.index=new(lS(t)?Oa:Fa)(t,1):this.index=t,this}setIndirect(t,e=0){return this.indirect=t,this.indirectOffset=e,this}getIndirect(){return this.indirect}getAttribute(t){return this.attributes[t]}setAttribute(t,e){return this.attributes[t]=e,this}deleteAttribute(t){return delete this.attributes[t],this}hasAttribute(t){return this.attributes[t]!==void 0}addGroup(t,e,n=0){this.groups.push({start:t,count:e,materialIndex:n})}clearGroups(){this.groups=[]}setDrawRange(t,e){this.drawRange.start=t,this.drawRange.count=e}applyMatrix4(t){let e=this.attributes.position;e!==void 0&&(e.applyMatrix4(t),e.needsUpdate=!0);let n=this.attributes.normal;if(n!==void 0){let r=new me().getNormalMatrix(t);n.applyNormalMatrix(r),n.needsUpdate=!0}let s=this.attributes.tangent;return s!==void 0&&(s.transformDirection(t),s.needsUpdate=!0),this.boundingBox!==null&&this.computeBoundingBox(),this.boundingSphere!==null&&this.computeBoundingSphere(),this._transformed=!0,this}applyQuaternion(t){return Ti.makeRotationFromQuaternion(t),this.applyMatrix4(Ti),this}rotateX(t){return Ti.makeRotationX(t),this.applyMatrix4(Ti),this}rotateY(t){return Ti.makeRotationY(t),this.applyMatrix4(Ti),this}rotateZ(t){return Ti.makeRotationZ(t),this.applyMatrix4(Ti),this}translate(t,e,n){return Ti.makeTranslation(t,e,n),this.applyMatrix4(Ti),this}scale(t,e,n){return Ti.makeScale(t,e,n),this.applyMatrix4(Ti),this}lookAt(t){return Qd.lookAt(t),Qd.updateMatrix(),this.applyMatrix4(Qd.matrix),this}center(){return this.computeBoundingBox(),this.boundingBox.getCenter(_o).negate(),this.translate(_o.x,_o.y,_o.z),this}setFromPoints(t){let e=this.getAttribute("position");if(e===void 0){let n=[];for(let s=0,r=t.length;s<r;s++){let o=t[s];n.push(o.x,o.y,o.z||0)}this.setAttribute("position",new Fe(n,3))}else{let n=Math.min(t.length,e.count);for(let s=0;s<n;s++){let r=t[s];e.setXYZ(s,r.x,r.y,r.z||0)}t.length>e.count&&te("BufferGeometry: Buffer size too small for points data. Use .dispose() and create a new geometry."),e.needsUpdate=!0}return this}computeBoundingBox(){this.boundingBox===null&&(this.boundingBox=new Nn);let t=this.attributes.position,e=this.morphAttributes.position;if(t&&t.isGLBufferAttribute){oe("BufferGeometry.computeBoundingBox(): GLBufferAttribute requires a manual bounding box.",this),this.boundingBox.set(new C(-1/0,-1/0,-1/0),new C(1/0,1/0,1/0));return}if(t!==void 0){if(this.boundingBox.setFromBufferAttribute(t),e)for(let n=0,s=e.length;n<s;n++){let r=e[n];pi.setFromBufferAttribute(r),this.morphTargetsRelative?(Pn.addVectors(this.boundingBox.min,pi.min),this.boundingBox.expandByPoint(Pn),Pn.addVectors(this.boundingBox.max,pi.max),this.boundingBox.expandByPoint(Pn)):(this.boundingBox.expandByPoint(pi.min),this.boundingBox.expandByPoint(pi.max))}}else this.boundingBox.makeEmpty();(isNaN(this.boundingBox.min.x)||isNaN(this.boundingBox.min.y)||isNaN(this.boundingBox.min.z))&&oe('BufferGeometry.computeBoundingBox(): Computed min/max have NaN values. The "position" attribute is likely to have NaN values.',this)}computeBoundingSphere(){this.boundingSphere===null&&(this.boundingSphere=new xi);let t=this.attributes.position,e=this.morphAttributes.position;if(t&&t.isGLBufferAttribute){oe("BufferGeometry.computeBoundingSphere(): GLBufferAttribute requires a manual bounding sphere.",this),this.boundingSphere.set(new C,1/0);return}if(t){let n=this.boundingSphere.center;if(pi.setFromBufferAttribute(t),e)for(let r=0,o=e.length;r<o;r++){let a=e[r];ya.setFromBufferAttribute(a),this.morphTargetsRelative?(Pn.addVectors(pi.min,ya.min),pi.expandByPoint(Pn),Pn.addVectors(pi.max,ya.max),pi.expandByPoint(Pn)):(pi.expandByPoint(ya.min),pi.expandByPoint(ya.max))}pi.getCenter(n);let s=0;for(let r=0,o=t.count;r<o;r++)Pn.fromBufferAttribute(t,r),s=Math.max(s,n.distanceToSquared(Pn));if(e)for(let r=0,o=e.length;r<o;r++){let a=e[r],l=this.morphTargetsRelative;for(let c=0,h=a.count;c<h;c++)Pn.fromBufferAttribute(a,c),l&&(_o.fromBufferAttribute(t,c),Pn.add(_o)),s=Math.max(s,n.distanceToSquared(Pn))}this.boundingSphere.radius=Math.sqrt(s),isNaN(this.boundingSphere.radius)&&oe('BufferGeometry.computeBoundingSphere(): Computed radius is NaN. The "position" attribute is likely to have NaN values.',this)}}computeTangents(){let t=this.index,e=this.attributes;if(t===null||e.position===void 0||e.normal===void 0||e.uv===void 0){oe("BufferGeometry: .computeTangents() failed. Missing required attributes (index, position, normal or uv)");return}let n=e.position,s=e.normal,r=e.uv,o=this.getAttribute("tangent");(o===void 0||o.count!==n.count)&&(o=new Mn(new Float32Array(4*n.count),4),this.setAttribute("tangent",o));let a=[],l=[],c=new Uint8Array(n.count);for(let B=0;B<n.count;B++)a[B]=new C,l[B]=new C;let h=new C,u=new C,d=new C,f=new pt,p=new pt,y=new pt,m=new C,g=new C;function S(B,U,L){c[B]=c[U]=c[L]=1,h.fromBufferAttribute(n,B),u.fromBufferAttribute(n,U),d.fromBufferAttribute(n,L),f.fromBufferAttribute(r,B),p.fromBufferAttribute(r,U),y.fromBufferAttribute(r,L),u.sub(h),d.sub(h),p.sub(f),y.sub(f);let H=1/(p.x*y.y-y.x*p.y);isFinite(H)&&(m.copy(u).multiplyScalar(y.y).addScaledVector(d,-p.y).multiplyScalar(H),g.copy(d).multiplyScalar(p.x).addScaledVector(u,-y.x).multiplyScalar(H),a[B].add(m),a[U].add(m),a[L].add(m),l[B].add(g),l[U].add(g),l[L].add(g))}let A=this.groups;A.length===0&&(A=[{start:0,count:t.count}]);for(let B=0,U=A.length;B<U;++B){let L=A[B],H=L.start,W=L.count;for(let D=H,V=H+W;D<V;D+=3)S(t.getX(D+0),t.getX(D+1),t.getX(D+2))}let v=new C,P=new C,E=new C,_=new C;function T(B){E.fromBufferAttribute(s,B),_.copy(E);let U=a[B];v.copy(U),v.sub(E.multiplyScalar(E.dot(U))).normalize(),P.crossVectors(_,U);let H=P.dot(l[B])<0?-1:1;o.setXYZW(B,v.x,v.y,v.z,H)}for(let B=0,U=n.count;B<U;++B)c[B]&&T(B);this._transformed=!0}computeVertexNormals(){let t=this.index,e=this.getAttribute("position");if(e!==void 0){let n=this.getAttribute("normal");if(n===void 0||n.count!==e.count)n=new Mn(new Float32Array(e.count*3),3),this.setAttribute("normal",n);else for(let d=0,f=n.count;d<f;d++)n.setXYZ(d,0,0,0);let s=new C,r=new C,o=new C,a=new C,l=new C,c=new C,h=new C,u=new C;if(t)for(let d=0,f=t.count;d<f;d+=3){let p=t.getX(d+0),y=t.getX(d+1),m=t.getX(d+2);s.fromBufferAttribute(e,p),r.fromBufferAttribute(e,y),o.fromBufferAttribute(e,m),h.subVectors(o,r),u.subVectors(s,r),h.cross(u),a.fromBufferAttribute(n,p),l.fromBufferAttribute(n,y),c.fromBufferAttribute(n,m),a.add(h),l.add(h),c.add(h),n.setXYZ(p,a.x,a.y,a.z),n.setXYZ(y,l.x,l.y,l.z),n.setXYZ(m,c.x,c.y,c.z)}else for(let d=0,f=e.count;d<f;d+=3)s.fromBufferAttribute(e,d+0),r.fromBufferAttribute(e,d+1),o.fromBufferAttribute(e,d+2),h.subVectors(o,r),u.subVectors(s,r),h.cross(u),n.setXYZ(d+0,h.x,h.y,h.z),n.setXYZ(d+1,h.x,h.y,h.z),n.setXYZ(d+2,h.x,h.y,h.z);this.normalizeNormals(),n.needsUpdate=!0}}normalizeNormals(){let t=this.attributes.normal;for(let e=0,n=t.count;e<n;e++)Pn.fromBufferAttribute(t,e),Pn.normalize(),t.setXYZ(e,Pn.x,Pn.y,Pn.z)}toNonIndexed(){function t(a,l){let c=a.array,h=a.itemSize,u=a.normalized,d=new c.constructor(l.length*h),f=0,p=0;for(let y=0,m=l.length;y<m;y++){a.isInterleavedBufferAttribute?f=l[y]*a.data.stride+a.offset:f=l[y]*h;for(let g=0;g<h;g++)d[p++]=c[f++]}return new Mn(d,h,u)}if(this.index===null)return te("BufferGeometry.toNonIndexed(): BufferGeometry is already non-indexed."),this;let e=new i,n=this.index.array,s=this.attributes;for(let a in s){let l=s[a],c=t(l,n);e.setAttribute(a,c)}let r=this.morphAttributes;for(let a in r){let l=[],c=r[a];for(let h=0,u=c.length;h<u;h++){let d=c[h],f=t(d,n);l.push(f)}e.morphAttributes[a]=l}e.morphTargetsRelative=this.morphTargetsRelative;let o=this.groups;for(let a=0,l=o.length;a<l;a++){let c=o[a];e.addGroup(c.start,c.count,c.materialIndex)}return e}toJSON(){let t={metadata:{version:4.7,type:"BufferGeometry",generator:"BufferGeometry.toJSON"}};if(t.uuid=this.uuid,t.type=this.parameters!==void 0&&this._transformed===!0?"BufferGeometry":this.type,t.name=this.name,Object.keys(this.userData).length>0&&(t.userData=this.userData),this.parameters!==void 0&&this._transformed!==!0){let l=this.parameters;for(let c in l)l[c]!==void 0&&(t[c]=l[c]);return t}t.data={attributes:{}};let e=this.index;e!==null&&(t.data.index={type:e.array.constructor.name,array:Array.prototype.slice.call(e.array)});let n=this.attributes;for(let l in n){let c=n[l];t.data.attributes[l]=c.toJSON(t.data)}let s={},r=!1;for(let l in this.morphAttributes){let c=this.morphAttributes[l],h=[];for(let u=0,d=c.length;u<d;u++){let f=c[u];h.push(f.toJSON(t.data))}h.length>0&&(s[l]=h,r=!0)}r&&(t.data.morphAttributes=s,t.data.morphTargetsRelative=this.morphTargetsRelative);let o=this.groups;o.length>0&&(t.data.groups=JSON.parse(JSON.stringify(o)));let a=this.boundingSphere;return a!==null&&(t.data.boundingSphere=a.toJSON()),t}clone(){return new this.constructor().copy(this)}copy(t){this.index=null,this.attributes={},this.morphAttributes={},this.groups=[],this.boundingBox=null,this.boundingSphere=null;let e={};this.name=t.name;let n=t.index;n!==null&&this.setIndex(n.clone());let s=t.attributes;for(let c in s){let h=s[c];this.setAttribute(c,h.clone(e))}let r=t.morphAttributes;for(let c in r){let h=[],u=r[c];for(let d=0,f=u.length;d<f;d++)h.push(u[d].clone(e));this.morphAttributes[c]=h}this.morphTargetsRelative=t.morphTargetsRelative;let o=t.groups;for(let c=0,h=o.length;c<h;c++){let u=o[c];this.addGroup(u.start,u.count,u.materialIndex)}let a=t.boundingBox;a!==null&&(this.boundingBox=a.clone());let l=t.boundingSphere;return l!==null&&(this.boundingSphere=l.clone()),this.drawRange.start=t.drawRange.start,this.drawRange.count=t.drawRange.count,this.userData=t.userData,this._transformed=t._transformed,this}dispose(){this.dispatchEvent({type:"dispose"})}},Ba=class{constructor(t,e){this.isInterleavedBuffer=!0,this.array=t,this.stride=e,this.count=t!==void 0?t.length/e:0,this.usage=Xf,this.updateRanges=[],this.version=0,this.uuid=Ps()}onUploadCallback(){}set needsUpdate(t){t===!0&&this.version++}setUsage(t){return this.usage=t,this}addUpdateRange(t,e){this.updateRanges.push({start:t,count:e})}clearUpdateRanges(){this.updateRanges.length=0}copy(t){return this.array=new t.array.constructor(t.array),this.count=t.count,this.stride=t.stride,this.usage=t.usage,this}copyAt(t,e,n){t*=this.stride,n*=e.stride;for(let s=0,r=this.stride;s<r;s++)this.array[t+s]=e.array[n+s];return this}set(t,e=0){return this.array.set(t,e),this}clone(t){t.arrayBuffers===void 0&&(t.arrayBuffers={});let e=e0(this.array);t.arrayBuffers[e]===void 0&&(t.arrayBuffers[e]=this.array.slice(0).buffer);let n=new this.array.constructor(t.arrayBuffers[e]),s=new this.constructor(n,this.stride);return s.setUsage(this.usage),s}onUpload(t){return this.onUploadCallback=t,this}toJSON(t){t.arrayBuffers===void 0&&(t.arrayBuffers={});let e=e0(this.array);t.arrayBuffers[e]===void 0&&(t.arrayBuffers[e]=Array.from(new Uint32Array(this.array.slice(0).buffer)));let n={uuid:this.uuid,buffer:e,type:this.array.constructor.name,stride:this.stride};return n.usage=this.usage,n}};function e0(i){return i.buffer._uuid===void 0&&(i.buffer._uuid=Ps()),i.byteOffset===0&&i.byteLength===i.buffer.byteLength?i.buffer._uuid:i.buffer._uuid+":"+i.byteOffset+":"+i.byteLength}var Kn=new C,Ri=class i{constructor(t,e,n,s=!1){this.isInterleavedBufferAttribute=!0,this.name="",this.data=t,this.itemSize=e,this.offset=n,this.normalized=s,this._normalizationScale=t!==void 0?ou(t.array):void 0}get count(){return this.data.count}get array(){return this.data.array}set needsUpdate(t){this.data.needsUpdate=t}applyMatrix4(t){for(let e=0,n=this.data.count;e<n;e++)Kn.fromBufferAttribute(this,e),Kn.applyMatrix4(t),this.setXYZ(e,Kn.x,Kn.y,Kn.z);return this}applyNormalMatrix(t){for(let e=0,n=this.count;e<n;e++)Kn.fromBufferAttribute(this,e),Kn.applyNormalMatrix(t),this.setXYZ(e,Kn.x,Kn.y,Kn.z);return this}transformDirection(t){for(let e=0,n=this.count;e<n;e++)Kn.fromBufferAttribute(this,e),Kn.transformDirection(t),this.setXYZ(e,Kn.x,Kn.y,Kn.z);return this}getComponent(t,e){let n=this.array[t*this.data.stride+this.offset+e];return this.normalized&&(n=this._denormalize(n)),n}setComponent(t,e,n){return this.normalized&&(n=this._normalize(n)),this.data.array[t*this.data.stride+this.offset+e]=n,this}setX(t,e){return this.normalized&&(e=this._normalize(e)),this.data.array[t*this.data.stride+this.offset]=e,this}setY(t,e){return this.normalized&&(e=this._normalize(e)),this.data.array[t*this.data.stride+this.offset+1]=e,this}setZ(t,e){return this.normalized&&(e=this._normalize(e)),this.data.array[t*this.data.stride+this.offset+2]=e,this}setW(t,e){return this.normalized&&(e=this._normalize(e)),this.data.array[t*this.data.stride+this.offset+3]=e,this}getX(t){let e=this.data.array[t*this.data.stride+this.offset];return this.normalized&&(e=this._denormalize(e)),e}getY(t){let e=this.data.array[t*this.data.stride+this.offset+1];return this.normalized&&(e=this._denormalize(e)),e}getZ(t){let e=this.data.array[t*this.data.stride+this.offset+2];return this.normalized&&(e=this._denormalize(e)),e}getW(t){let e=this.data.array[t*this.data.stride+this.offset+3];return this.normalized&&(e=this._denormalize(e)),e}setXY(t,e,n){return t=t*this.data.stride+this.offset,this.normalized&&(e=this._normalize(e),n=this._normalize(n)),this.data.array[t+0]=e,this.data.array[t+1]=n,this}setXYZ(t,e,n,s){return t=t*this.data.stride+this.offset,this.normalized&&(e=this._normalize(e),n=this._normalize(n),s=this._normalize(s)),this.data.array[t+0]=e,this.data.array[t+1]=n,this.data.array[t+2]=s,this}setXYZW(t,e,n,s,r){return t=t*this.data.stride+this.offset,this.normalized&&(e=this._normalize(e),n=this._normalize(n),s=this._normalize(s),r=this._normalize(r)),this.data.array[t+0]=e,this.data.array[t+1]=n,this.data.array[t+2]=s,this.data.array[t+3]=r,this}clone(t){if(t===void 0){Da("InterleavedBufferAttribute.clone(): Cloning an interleaved buffer attribute will de-interleave buffer data.");let e=[];for(let n=0;n<this.count;n++){let s=n*this.data.stride+this.offset;for(let r=0;r<this.itemSize;r++)e.push(this.data.array[s+r])}return new Mn(new this.array.constructor(e),this.itemSize,this.normalized)}else return t.interleavedBuffers===void 0&&(t.interleavedBuffers={}),t.interleavedBuffers[this.data.uuid]===void 0&&(t.interleavedBuffers[this.data.uuid]=this.data.clone(t)),new i(t.interleavedBuffers[this.data.uuid],this.itemSize,this.offset,this.normalized)}toJSON(t){if(t===void 0){Da("InterleavedBufferAttribute.toJSON(): Serializing an interleaved buffer attribute will de-interleave buffer data.");let e=[];for(let n=0;n<this.count;n++){let s=n*this.data.stride+this.offset;for(let r=0;r<this.itemSize;r++)e.push(this.data.array[s+r])}return{itemSize:this.itemSize,type:this.array.constructor.name,array:e,normalized:this.normalized}}else return t.interleavedBuffers===void 0&&(t.interleavedBuffers={}),t.interleavedBuffers[this.data.uuid]===void 0&&(t.interleavedBuffers[this.data.uuid]=this.data.toJSON(t)),{isInterleavedBufferAttribute:!0,itemSize:this.itemSize,data:this.data.uuid,offset:this.offset,normalized:this.normalized}}_denormalize(t){let e=this._normalizationScale;return e!==void 0?Math.max(t/e,-1):Zf(t,this.data.array)}_normalize(t){let e=this._normalizationScale;return e!==void 0?Math.round(t*e):Jf(t,this.data.array)}},tf=new C,BS=new C,zS=new me,gi=class{constructor(t=new C(1,0,0),e=0){this.isPlane=!0,this.normal=t,this.constant=e}set(t,e){return this.normal.copy(t),this.constant=e,this}setComponents(t,e,n,s){return this.normal.set(t,e,n),this.constant=s,this}setFromNormalAndCoplanarPoint(t,e){return this.normal.copy(t),this.constant=-e.dot(this.normal),this}setFromCoplanarPoints(t,e,n){let s=tf.subVectors(n,e).cross(BS.subVectors(t,e)).normalize();return this.setFromNormalAndCoplanarPoint(s,t),this}copy(t){return this.normal.copy(t.normal),this.constant=t.constant,this}normalize(){let t=1/this.normal.length();return this.normal.multiplyScalar(t),this.constant*=t,this}negate(){return this.constant*=-1,this.normal.negate(),this}distanceToPoint(t){return this.normal.dot(t)+this.constant}distanceToSphere(t){return this.distanceToPoint(t.center)-t.radius}projectPoint(t,e){return e.copy(t).addScaledVector(this.normal,-this.distanceToPoint(t))}intersectLine(t,e,n=!0){let s=t.delta(tf),r=this.normal.dot(s);if(r===0)return this.distanceToPoint(t.start)===0?e.copy(t.start):null;let o=-(t.start.dot(this.normal)+this.constant)/r;return n===!0&&(o<0||o>1)?null:e.copy(t.start).addScaledVector(s,o)}intersectsLine(t){let e=this.distanceToPoint(t.start),n=this.distanceToPoint(t.end);return e<0&&n>0||n<0&&e>0}intersectsBox(t){return t.intersectsPlane(this)}intersectsSphere(t){return t.intersectsPlane(this)}coplanarPoint(t){return t.copy(this.normal).multiplyScalar(-this.constant)}applyMatrix4(t,e){let n=e||zS.getNormalMatrix(t),s=this.coplanarPoint(tf).applyMatrix4(t),r=this.normal.applyMatrix3(n).normalize();return this.constant=-s.dot(r),this}translate(t){return this.constant-=t.dot(this.normal),this}equals(t){return t.normal.equals(this.normal)&&t.constant===this.constant}clone(){return new this.constructor().copy(this)}toJSON(){return{normal:this.normal.toArray(),constant:this.constant}}fromJSON(t){return this.normal.fromArray(t.normal),this.constant=t.constant,this}},kS=0,Es=class extends ki{constructor(){super(),this.isMaterial=!0,Object.defineProperty(this,"id",{value:kS++}),this.uuid=Ps(),this.name="",this.type="Material",this.blending=Vo,this.side=er,this.vertexColors=!1,this.opacity=1,this.transparent=!1,this.alphaHash=!1,this.blendSrc=Tf,this.blendDst=Af,this.blendEquation=Pr,this.blendSrcAlpha=null,this.blendDstAlpha=null,this.blendEquationAlpha=null,this.blendColor=new ae(0,0,0),this.blendAlpha=0,this.depthFunc=Eo,this.depthTest=!0,this.depthWrite=!0,this.stencilWriteMask=255,this.stencilFunc=e_,this.stencilRef=0,this.stencilFuncMask=255,this.stencilFail=Lc,this.stencilZFail=Lc,this.stencilZPass=Lc,this.stencilWrite=!1,this.clippingPlanes=null,this.clipIntersection=!1,this.clipShadows=!1,this.shadowSide=null,this.colorWrite=!0,this.precision=null,this.polygonOffset=!1,this.polygonOffsetFactor=0,this.polygonOffsetUnits=0,this.dithering=!1,this.alphaToCoverage=!1,this.premultipliedAlpha=!1,this.forceSinglePass=!1,this.allowOverride=!0,this.visible=!0,this.toneMapped=!0,this.userData={},this.version=0,this._alphaTest=0}get alphaTest(){return this._alphaTest}set alphaTest(t){this._alphaTest>0!=t>0&&this.version++,this._alphaTest=t}onBeforeRender(){}onBeforeCompile(){}customProgramCacheKey(){return this.onBeforeCompile.toString()}setValues(t){if(t!==void 0)for(let e in t){let n=t[e];if(n===void 0){te(`Material: parameter '${e}' has value of undefined.`);continue}let s=this[e];if(s===void 0){te(`Material: '${e}' is not a property of THREE.${this.type}.`);continue}s&&s.isColor?s.set(n):s&&s.isVector2&&n&&n.isVector2||s&&s.isEuler&&n&&n.isEuler||s&&s.isVector3&&n&&n.isVector3?s.copy(n):this[e]=n}}toJSON(t){let e=t===void 0||typeof t=="string";e&&(t={textures:{},images:{}});let n={metadata:{version:4.7,type:"Material",generator:"Material.toJSON"}};n.uuid=this.uuid,n.type=this.type,n.blending=this.blending,n.side=this.side,n.shadowSide=this.shadowSide,n.vertexColors=this.vertexColors,n.opacity=this.opacity,n.transparent=this.transparent,n.blendSrc=this.blendSrc,n.blendDst=this.blendDst,n.blendEquation=this.blendEquation,n.blendSrcAlpha=this.blendSrcAlpha,n.blendDstAlpha=this.blendDstAlpha,n.blendEquationAlpha=this.blendEquationAlpha,n.blendColor=this.blendColor.getHex(),n.blendAlpha=this.blendAlpha,n.depthFunc=this.depthFunc,n.depthTest=this.depthTest,n.depthWrite=this.depthWrite,n.colorWrite=this.colorWrite,n.clipIntersection=this.clipIntersection,n.clipShadows=this.clipShadows,n.stencilWriteMask=this.stencilWriteMask,n.stencilFunc=this.stencilFunc,n.stencilRef=this.stencilRef,n.stencilFuncMask=this.stencilFuncMask,n.stencilFail=this.stencilFail,n.stencilZFail=this.stencilZFail,n.stencilZPass=this.stencilZPass,n.stencilWrite=this.stencilWrite,n.polygonOffset=this.polygonOffset,n.polygonOffsetFactor=this.polygonOffsetFactor,n.polygonOffsetUnits=this.polygonOffsetUnits,n.dithering=this.dithering,n.alphaTest=this.alphaTest,n.alphaHash=this.alphaHash,n.alphaToCoverage=this.alphaToCoverage,n.premultipliedAlpha=this.premultipliedAlpha,n.forceSinglePass=this.forceSinglePass,n.allowOverride=this.allowOverride,n.visible=this.visible,n.toneMapped=this.toneMapped,n.name=this.name,this.color&&this.color.isColor&&(n.color=this.color.getHex()),this.roughness!==void 0&&(n.roughness=this.roughness),this.metalness!==void 0&&(n.metalness=this.metalness),this.sheen!==void 0&&(n.sheen=this.sheen),this.sheenColor&&this.sheenColor.isColor&&(n.sheenColor=this.sheenColor.getHex()),this.sheenRoughness!==void 0&&(n.sheenRoughness=this.sheenRoughness),this.emissive&&this.emissive.isColor&&(n.emissive=this.emissive.getHex()),this.emissiveIntensity!==void 0&&(n.emissiveIntensity=this.emissiveIntensity),this.specular&&this.specular.isColor&&(n.specular=this.specular.getHex()),this.specularIntensity!==void 0&&(n.specularIntensity=this.specularIntensity),this.specularColor&&this.specularColor.isColor&&(n.specularColor=this.specularColor.getHex()),this.shininess!==void 0&&(n.shininess=this.shininess),this.clearcoat!==void 0&&(n.clearcoat=this.clearcoat),this.clearcoatRoughness!==void 0&&(n.clearcoatRoughness=this.clearcoatRoughness),this.diffuseRoughness!==void 0&&(n.diffuseRoughness=this.diffuseRoughness),this.diffuseRoughnessMap&&this.diffuseRoughnessMap.isTexture&&(n.diffuseRoughnessMap=this.diffuseRoughnessMap.toJSON(t).uuid),this.clearcoatMap&&this.clearcoatMap.isTexture&&(n.clearcoatMap=this.clearcoatMap.toJSON(t).uuid),this.clearcoatRoughnessMap&&this.clearcoatRoughnessMap.isTexture&&(n.clearcoatRoughnessMap=this.clearcoatRoughnessMap.toJSON(t).uuid),this.clearcoatNormalMap&&this.clearcoatNormalMap.isTexture&&(n.clearcoatNormalMap=this.clearcoatNormalMap.toJSON(t).uuid,n.clearcoatNormalScale=this.clearcoatNormalScale.toArray()),this.sheenColorMap&&this.sheenColorMap.isTexture&&(n.sheenColorMap=this.sheenColorMap.toJSON(t).uuid),this.sheenRoughnessMap&&this.sheenRoughnessMap.isTexture&&(n.sheenRoughnessMap=this.sheenRoughnessMap.toJSON(t).uuid),this.dispersion!==void 0&&(n.dispersion=this.dispersion),this.retroreflectivity!==void 0&&(n.retroreflectivity=this.retroreflectivity),this.iridescence!==void 0&&(n.iridescence=this.iridescence),this.iridescenceIOR!==void 0&&(n.iridescenceIOR=this.iridescenceIOR),this.iridescenceThicknessMinimum!==void 0&&(n.iridescenceThicknessMinimum=this.iridescenceThicknessMinimum),this.iridescenceThicknessMaximum!==void 0&&(n.iridescenceThicknessMaximum=this.iridescenceThicknessMaximum),this.iridescenceMap&&this.iridescenceMap.isTexture&&(n.iridescenceMap=this.iridescenceMap.toJSON(t).uuid),this.iridescenceThicknessMap&&this.iridescenceThicknessMap.isTexture&&(n.iridescenceThicknessMap=this.iridescenceThicknessMap.toJSON(t).uuid),this.anisotropy!==void 0&&(n.anisotropy=this.anisotropy),this.anisotropyRotation!==void 0&&(n.anisotropyRotation=this.anisotropyRotation),this.anisotropyMap&&this.anisotropyMap.isTexture&&(n.anisotropyMap=this.anisotropyMap.toJSON(t).uuid),this.map&&this.map.isTexture&&(n.map=this.map.toJSON(t).uuid),this.matcap&&this.matcap.isTexture&&(n.matcap=this.matcap.toJSON(t).uuid),this.alphaMap&&this.alphaMap.isTexture&&(n.alphaMap=this.alphaMap.toJSON(t).uuid),this.lightMap&&this.lightMap.isTexture&&(n.lightMap=this.lightMap.toJSON(t).uuid,n.lightMapIntensity=this.lightMapIntensity),this.aoMap&&this.aoMap.isTexture&&(n.aoMap=this.aoMap.toJSON(t).uuid,n.aoMapIntensity=this.aoMapIntensity),this.bumpMap&&this.bumpMap.isTexture&&(n.bumpMap=this.bumpMap.toJSON(t).uuid,n.bumpScale=this.bumpScale),this.normalMap&&this.normalMap.isTexture&&(n.normalMap=this.normalMap.toJSON(t).uuid,n.normalMapType=this.normalMapType,n.normalScale=this.normalScale.toArray()),this.displacementMap&&this.displacementMap.isTexture&&(n.displacementMap=this.displacementMap.toJSON(t).uuid,n.displacementScale=this.displacementScale,n.displacementBias=this.displacementBias),this.roughnessMap&&this.roughnessMap.isTexture&&(n.roughnessMap=this.roughnessMap.toJSON(t).uuid),this.metalnessMap&&this.metalnessMap.isTexture&&(n.metalnessMap=this.metalnessMap.toJSON(t).uuid),this.emissiveMap&&this.emissiveMap.isTexture&&(n.emissiveMap=this.emissiveMap.toJSON(t).uuid),this.specularMap&&this.specularMap.isTexture&&(n.specularMap=this.specularMap.toJSON(t).uuid),this.specularIntensityMap&&this.specularIntensityMap.isTexture&&(n.specularIntensityMap=this.specularIntensityMap.toJSON(t).uuid),this.specularColorMap&&this.specularColorMap.isTexture&&(n.specularColorMap=this.specularColorMap.toJSON(t).uuid),this.envMap&&this.envMap.isTexture&&(n.envMap=this.envMap.toJSON(t).uuid,this.combine!==void 0&&(n.combine=this.combine)),this.envMapRotation!==void 0&&(n.envMapRotation=this.envMapRotation.toArray()),this.envMapIntensity!==void 0&&(n.envMapIntensity=this.envMapIntensity),this.reflectivity!==void 0&&(n.reflectivity=this.reflectivity),this.refractionRatio!==void 0&&(n.refractionRatio=this.refractionRatio),this.gradientMap&&this.gradientMap.isTexture&&(n.gradientMap=this.gradientMap.toJSON(t).uuid),this.transmission!==void 0&&(n.transmission=this.transmission),this.transmissionMap&&this.transmissionMap.isTexture&&(n.transmissionMap=this.transmissionMap.toJSON(t).uuid),this.thickness!==void 0&&(n.thickness=this.thickness),this.thicknessMap&&this.thicknessMap.isTexture&&(n.thicknessMap=this.thicknessMap.toJSON(t).uuid),this.attenuationDistance!==void 0&&(n.attenuationDistance=this.attenuationDistance),this.attenuationColor!==void 0&&(n.attenuationColor=this.attenuationColor.getHex()),this.size!==void 0&&(n.size=this.size),this.sizeAttenuation!==void 0&&(n.sizeAttenuation=this.sizeAttenuation),Array.isArray(this.clippingPlanes)&&this.clippingPlanes.length>0&&(n.clippingPlanes=this.clippingPlanes.map(r=>r.toJSON())),this.rotation!==void 0&&(n.rotation=this.rotation),this.depthPacking!==void 0&&(n.depthPacking=this.depthPacking),this.linewidth!==void 0&&(n.linewidth=this.linewidth),this.linecap!==void 0&&(n.linecap=this.linecap),this.linejoin!==void 0&&(n.linejoin=this.linejoin),this.dashSize!==void 0&&(n.dashSize=this.dashSize),this.gapSize!==void 0&&(n.gapSize=this.gapSize),this.scale!==void 0&&(n.scale=this.scale),this.wireframe!==void 0&&(n.wireframe=this.wireframe),this.wireframeLinewidth!==void 0&&(n.wireframeLinewidth=this.wireframeLinewidth),this.wireframeLinecap!==void 0&&(n.wireframeLinecap=this.wireframeLinecap),this.wireframeLinejoin!==void 0&&(n.wireframeLinejoin=this.wireframeLinejoin),this.flatShading!==void 0&&(n.flatShading=this.flatShading),this.fog!==void 0&&(n.fog=this.fog),Object.keys(this.userData).length>0&&(n.userData=this.userData);function s(r){let o=[];for(let a in r){let l=r[a];delete l.metadata,o.push(l)}return o}if(e){let r=s(t.textures),o=s(t.images);r.length>0&&(n.textures=r),o.length>0&&(n.images=o)}return n}fromJSON(t,e){if(t.uuid!==void 0&&(this.uuid=t.uuid),t.name!==void 0&&(this.name=t.name),t.color!==void 0&&this.color!==void 0&&this.color.setHex(t.color),t.roughness!==void 0&&(this.roughness=t.roughness),t.metalness!==void 0&&(this.metalness=t.metalness),t.sheen!==void 0&&(this.sheen=t.sheen),t.sheenColor!==void 0&&(this.sheenColor=new ae().setHex(t.sheenColor)),t.sheenRoughness!==void 0&&(this.sheenRoughness=t.sheenRoughness),t.emissive!==void 0&&this.emissive!==void 0&&this.emissive.setHex(t.emissive),t.specular!==void 0&&this.specular!==void 0&&this.specular.setHex(t.specular),t.specularIntensity!==void 0&&(this.specularIntensity=t.specularIntensity),t.specularColor!==void 0&&this.specularColor!==void 0&&this.specularColor.setHex(t.specularColor),t.shininess!==void 0&&(this.shininess=t.shininess),t.clearcoat!==void 0&&(this.clearcoat=t.clearcoat),t.clearcoatRoughness!==void 0&&(this.clearcoatRoughness=t.clearcoatRoughness),t.diffuseRoughness!==void 0&&(this.diffuseRoughness=t.diffuseRoughness),t.dispersion!==void 0&&(this.dispersion=t.dispersion),t.retroreflectivity!==void 0&&(this.retroreflectivity=t.retroreflectivity),t.iridescence!==void 0&&(this.iridescence=t.iridescence),t.iridescenceIOR!==void 0&&(this.iridescenceIOR=t.iridescenceIOR),t.iridescenceThicknessMinimum!==void 0&&(this.iridescenceThicknessMinimum=t.iridescenceThicknessMinimum),t.iridescenceThicknessMaximum!==void 0&&(this.iridescenceThicknessMaximum=t.iridescenceThicknessMaximum),t.iridescenceThicknessRange!==void 0&&(this.iridescenceThicknessMinimum=t.iridescenceThicknessRange[0],this.iridescenceThicknessMaximum=t.iridescenceThicknessRange[1]),t.transmission!==void 0&&(this.transmission=t.transmission),t.thickness!==void 0&&(this.thickness=t.thickness),t.attenuationDistance!==void 0&&(this.attenuationDistance=t.attenuationDistance),t.attenuationColor!==void 0&&this.attenuationColor!==void 0&&this.attenuationColor.setHex(t.attenuationColor),t.anisotropy!==void 0&&(this.anisotropy=t.anisotropy),t.anisotropyRotation!==void 0&&(this.anisotropyRotation=t.anisotropyRotation),t.fog!==void 0&&(this.fog=t.fog),t.flatShading!==void 0&&(this.flatShading=t.flatShading),t.blending!==void 0&&(this.blending=t.blending),t.combine!==void 0&&(this.combine=t.combine),t.side!==void 0&&(this.side=t.side),t.shadowSide!==void 0&&(this.shadowSide=t.shadowSide),t.opacity!==void 0&&(this.opacity=t.opacity),t.transparent!==void 0&&(this.transparent=t.transparent),t.alphaTest!==void 0&&(this.alphaTest=t.alphaTest),t.alphaHash!==void 0&&(this.alphaHash=t.alphaHash),t.depthFunc!==void 0&&(this.depthFunc=t.depthFunc),t.depthTest!==void 0&&(this.depthTest=t.depthTest),t.depthWrite!==void 0&&(this.depthWrite=t.depthWrite),t.colorWrite!==void 0&&(this.colorWrite=t.colorWrite),t.clippingPlanes!==void 0&&(this.clippingPlanes=t.clippingPlanes.map(n=>new gi().fromJSON(n))),t.clipIntersection!==void 0&&(this.clipIntersection=t.clipIntersection),t.clipShadows!==void 0&&(this.clipShadows=t.clipShadows),t.depthPacking!==void 0&&(this.depthPacking=t.depthPacking),t.blendSrc!==void 0&&(this.blendSrc=t.blendSrc),t.blendDst!==void 0&&(this.blendDst=t.blendDst),t.blendEquation!==void 0&&(this.blendEquation=t.blendEquation),t.blendSrcAlpha!==void 0&&(this.blendSrcAlpha=t.blendSrcAlpha),t.blendDstAlpha!==void 0&&(this.blendDstAlpha=t.blendDstAlpha),t.blendEquationAlpha!==void 0&&(this.blendEquationAlpha=t.blendEquationAlpha),t.blendColor!==void 0&&this.blendColor!==void 0&&this.blendColor.setHex(t.blendColor),t.blendAlpha!==void 0&&(this.blendAlpha=t.blendAlpha),t.stencilWriteMask!==void 0&&(this.stencilWriteMask=t.stencilWriteMask),t.stencilFunc!==void 0&&(this.stencilFunc=t.stencilFunc),t.stencilRef!==void 0&&(this.stencilRef=t.stencilRef),t.stencilFuncMask!==void 0&&(this.stencilFuncMask=t.stencilFuncMask),t.stencilFail!==void 0&&(this.stencilFail=t.stencilFail),t.stencilZFail!==void 0&&(this.stencilZFail=t.stencilZFail),t.stencilZPass!==void 0&&(this.stencilZPass=t.stencilZPass),t.stencilWrite!==void 0&&(this.stencilWrite=t.stencilWrite),t.wireframe!==void 0&&(this.wireframe=t.wireframe),t.wireframeLinewidth!==void 0&&(this.wireframeLinewidth=t.wireframeLinewidth),t.wireframeLinecap!==void 0&&(this.wireframeLinecap=t.wireframeLinecap),t.wireframeLinejoin!==void 0&&(this.wireframeLinejoin=t.wireframeLinejoin),t.rotation!==void 0&&(this.rotation=t.rotation),t.linewidth!==void 0&&(this.linewidth=t.linewidth),t.linecap!==void 0&&(this.linecap=t.linecap),t.linejoin!==void 0&&(this.linejoin=t.linejoin),t.dashSize!==void 0&&(this.dashSize=t.dashSize),t.gapSize!==void 0&&(this.gapSize=t.gapSize),t.scale!==void 0&&(this.scale=t.scale),t.polygonOffset!==void 0&&(this.polygonOffset=t.polygonOffset),t.polygonOffsetFactor!==void 0&&(this.polygonOffsetFactor=t.polygonOffsetFactor),t.polygonOffsetUnits!==void 0&&(this.polygonOffsetUnits=t.polygonOffsetUnits),t.dithering!==void 0&&(this.dithering=t.dithering),t.alphaToCoverage!==void 0&&(this.alphaToCoverage=t.alphaToCoverage),t.premultipliedAlpha!==void 0&&(this.premultipliedAlpha=t.premultipliedAlpha),t.forceSinglePass!==void 0&&(this.forceSinglePass=t.forceSinglePass),t.allowOverride!==void 0&&(this.allowOverride=t.allowOverride),t.visible!==void 0&&(this.visible=t.visible),t.toneMapped!==void 0&&(this.toneMapped=t.toneMapped),t.userData!==void 0&&(this.userData=t.userData),t.vertexColors!==void 0&&(typeof t.vertexColors=="number"?this.vertexColors=t.vertexColors>0:this.vertexColors=t.vertexColors),t.size!==void 0&&(this.size=t.size),t.sizeAttenuation!==void 0&&(this.sizeAttenuation=t.sizeAttenuation),t.map!==void 0&&(this.map=e[t.map]||null),t.matcap!==void 0&&(this.matcap=e[t.matcap]||null),t.alphaMap!==void 0&&(this.alphaMap=e[t.alphaMap]||null),t.bumpMap!==void 0&&(this.bumpMap=e[t.bumpMap]||null),t.bumpScale!==void 0&&(this.bumpScale=t.bumpScale),t.normalMap!==void 0&&(this.normalMap=e[t.normalMap]||null),t.normalMapType!==void 0&&(this.normalMapType=t.normalMapType),t.normalScale!==void 0){let n=t.normalScale;Array.isArray(n)===!1&&(n=[n,n]),this.normalScale=new pt().fromArray(n)}return t.displacementMap!==void 0&&(this.displacementMap=e[t.displacementMap]||null),t.displacementScale!==void 0&&(this.displacementScale=t.displacementScale),t.displacementBias!==void 0&&(this.displacementBias=t.displacementBias),t.roughnessMap!==void 0&&(this.roughnessMap=e[t.roughnessMap]||null),t.metalnessMap!==void 0&&(this.metalnessMap=e[t.metalnessMap]||null),t.emissiveMap!==void 0&&(this.emissiveMap=e[t.emissiveMap]||null),t.emissiveIntensity!==void 0&&(this.emissiveIntensity=t.emissiveIntensity),t.specularMap!==void 0&&(this.specularMap=e[t.specularMap]||null),t.specularIntensityMap!==void 0&&(this.specularIntensityMap=e[t.specularIntensityMap]||null),t.specularColorMap!==void 0&&(this.specularColorMap=e[t.specularColorMap]||null),t.envMap!==void 0&&(this.envMap=e[t.envMap]||null),t.envMapRotation!==void 0&&this.envMapRotation.fromArray(t.envMapRotation),t.envMapIntensity!==void 0&&(this.envMapIntensity=t.envMapIntensity),t.reflectivity!==void 0&&(this.reflectivity=t.reflectivity),t.refractionRatio!==void 0&&(this.refractionRatio=t.refractionRatio),t.lightMap!==void 0&&(this.lightMap=e[t.lightMap]||null),t.lightMapIntensity!==void 0&&(this.lightMapIntensity=t.lightMapIntensity),t.aoMap!==void 0&&(this.aoMap=e[t.aoMap]||null),t.aoMapIntensity!==void 0&&(this.aoMapIntensity=t.aoMapIntensity),t.gradientMap!==void 0&&(this.gradientMap=e[t.gradientMap]||null),t.clearcoatMap!==void 0&&(this.clearcoatMap=e[t.clearcoatMap]||null),t.clearcoatRoughnessMap!==void 0&&(this.clearcoatRoughnessMap=e[t.clearcoatRoughnessMap]||null),t.clearcoatNormalMap!==void 0&&(this.clearcoatNormalMap=e[t.clearcoatNormalMap]||null),t.clearcoatNormalScale!==void 0&&(this.clearcoatNormalScale=new pt().fromArray(t.clearcoatNormalScale)),t.diffuseRoughnessMap!==void 0&&(this.diffuseRoughnessMap=e[t.diffuseRoughnessMap]||null),t.iridescenceMap!==void 0&&(this.iridescenceMap=e[t.iridescenceMap]||null),t.iridescenceThicknessMap!==void 0&&(this.iridescenceThicknessMap=e[t.iridescenceThicknessMap]||null),t.transmissionMap!==void 0&&(this.transmissionMap=e[t.transmissionMap]||null),t.thicknessMap!==void 0&&(this.thicknessMap=e[t.thicknessMap]||null),t.anisotropyMap!==void 0&&(this.anisotropyMap=e[t.anisotropyMap]||null),t.sheenColorMap!==void 0&&(this.sheenColorMap=e[t.sheenColorMap]||null),t.sheenRoughnessMap!==void 0&&(this.sheenRoughnessMap=e[t.sheenRoughnessMap]||null),this}clone(){return new this.constructor().copy(this)}copy(t){this.name=t.name,this.blending=t.blending,this.side=t.side,this.vertexColors=t.vertexColors,this.opacity=t.opacity,this.transparent=t.transparent,this.blendSrc=t.blendSrc,this.blendDst=t.blendDst,this.blendEquation=t.blendEquation,this.blendSrcAlpha=t.blendSrcAlpha,this.blendDstAlpha=t.blendDstAlpha,this.blendEquationAlpha=t.blendEquationAlpha,this.blendColor.copy(t.blendColor),this.blendAlpha=t.blendAlpha,this.depthFunc=t.depthFunc,this.depthTest=t.depthTest,this.depthWrite=t.depthWrite,this.stencilWriteMask=t.stencilWriteMask,this.stencilFunc=t.stencilFunc,this.stencilRef=t.stencilRef,this.stencilFuncMask=t.stencilFuncMask,this.stencilFail=t.stencilFail,this.stencilZFail=t.stencilZFail,this.stencilZPass=t.stencilZPass,this.stencilWrite=t.stencilWrite;let e=t.clippingPlanes,n=null;if(e!==null){let s=e.length;n=new Array(s);for(let r=0;r!==s;++r)n[r]=e[r].clone()}return this.clippingPlanes=n,this.clipIntersection=t.clipIntersection,this.clipShadows=t.clipShadows,this.shadowSide=t.shadowSide,this.colorWrite=t.colorWrite,this.precision=t.precision,this.polygonOffset=t.polygonOffset,this.polygonOffsetFactor=t.polygonOffsetFactor,this.polygonOffsetUnits=t.polygonOffsetUnits,this.dithering=t.dithering,this.alphaTest=t.alphaTest,this.alphaHash=t.alphaHash,this.alphaToCoverage=t.alphaToCoverage,this.premultipliedAlpha=t.premultipliedAlpha,this.forceSinglePass=t.forceSinglePass,this.allowOverride=t.allowOverride,this.visible=t.visible,this.toneMapped=t.toneMapped,this.userData=JSON.parse(JSON.stringify(t.userData)),this}dispose(){this.dispatchEvent({type:"dispose"})}set needsUpdate(t){t===!0&&this.version++}};var Ss=new C,ef=new C,dc=new C,fc=new C,Ys=class{constructor(t=new C,e=new C(0,0,-1)){this.origin=t,this.direction=e}set(t,e){return this.origin.copy(t),this.direction.copy(e),this}copy(t){return this.origin.copy(t.origin),this.direction.copy(t.direction),this}at(t,e){return e.copy(this.origin).addScaledVector(this.direction,t)}lookAt(t){return this.direction.copy(t).sub(this.origin).normalize(),this}recast(t){return this.origin.copy(this.at(t,Ss)),this}closestPointToPoint(t,e){e.subVectors(t,this.origin);let n=e.dot(this.direction);return n<0?e.copy(this.origin):e.copy(this.origin).addScaledVector(this.direction,n)}distanceToPoint(t){return Math.sqrt(this.distanceSqToPoint(t))}distanceSqToPoint(t){let e=Ss.subVectors(t,this.origin).dot(this.direction);return e<0?this.origin.distanceToSquared(t):(Ss.copy(this.origin).addScaledVector(this.direction,e),Ss.distanceToSquared(t))}distanceSqToSegment(t,e,n,s){ef.copy(t).add(e).multiplyScalar(.5),dc.copy(e).sub(t).normalize(),fc.copy(this.origin).sub(ef);let r=t.distanceTo(e)*.5,o=-this.direction.dot(dc),a=fc.dot(this.direction),l=-fc.dot(dc),c=fc.lengthSq(),h=Math.abs(1-o*o),u,d,f,p;if(h>0)if(u=o*l-a,d=o*a-l,p=r*h,u>=0)if(d>=-p)if(d<=p){let y=1/h;u*=y,d*=y,f=u*(u+o*d+2*a)+d*(o*u+d+2*l)+c}else d=r,u=Math.max(0,-(o*d+a)),f=-u*u+d*(d+2*l)+c;else d=-r,u=Math.max(0,-(o*d+a)),f=-u*u+d*(d+2*l)+c;else d<=-p?(u=Math.max(0,-(-o*r+a)),d=u>0?-r:Math.min(Math.max(-r,-l),r),f=-u*u+d*(d+2*l)+c):d<=p?(u=0,d=Math.min(Math.max(-r,-l),r),f=d*(d+2*l)+c):(u=Math.max(0,-(o*r+a)),d=u>0?r:Math.min(Math.max(-r,-l),r),f=-u*u+d*(d+2*l)+c);else d=o>0?-r:r,u=Math.max(0,-(o*d+a)),f=-u*u+d*(d+2*l)+c;return n&&n.copy(this.origin).addScaledVector(this.direction,u),s&&s.copy(ef).addScaledVector(dc,d),f}intersectSphere(t,e){if(t.radius<0)return null;Ss.subVectors(t.center,this.origin);let n=Ss.dot(this.direction),s=Ss.dot(Ss)-n*n,r=t.radius*t.radius;if(s>r)return null;let o=Math.sqrt(r-s),a=n-o,l=n+o;return l<0?null:a<0?this.at(l,e):this.at(a,e)}intersectsSphere(t){return t.radius<0?!1:this.distanceSqToPoint(t.center)<=t.radius*t.radius}distanceToPlane(t){let e=t.normal.dot(this.direction);if(e===0)return t.distanceToPoint(this.origin)===0?0:null;let n=-(this.origin.dot(t.normal)+t.constant)/e;return n>=0?n:null}intersectPlane(t,e){let n=this.distanceToPlane(t);return n===null?null:this.at(n,e)}intersectsPlane(t){let e=t.distanceToPoint(this.origin);return e===0||t.normal.dot(this.direction)*e<0}intersectBox(t,e){let n,s,r,o,a,l,c=1/this.direction.x,h=1/this.direction.y,u=1/this.direction.z,d=this.origin;return c>=0?(n=(t.min.x-d.x)*c,s=(t.max.x-d.x)*c):(n=(t.max.x-d.x)*c,s=(t.min.x-d.x)*c),h>=0?(r=(t.min.y-d.y)*h,o=(t.max.y-d.y)*h):(r=(t.max.y-d.y)*h,o=(t.min.y-d.y)*h),n>o||r>s||((r>n||isNaN(n))&&(n=r),(o<s||isNaN(s))&&(s=o),u>=0?(a=(t.min.z-d.z)*u,l=(t.max.z-d.z)*u):(a=(t.max.z-d.z)*u,l=(t.min.z-d.z)*u),n>l||a>s)||((a>n||n!==n)&&(n=a),(l<s||s!==s)&&(s=l),s<0)?null:this.at(n>=0?n:s,e)}intersectsBox(t){return this.intersectBox(t,Ss)!==null}intersectTriangle(t,e,n,s,r){let o=this.origin,a=this.direction,l=a.x,c=a.y,h=a.z,u=t.x-o.x,d=t.y-o.y,f=t.z-o.z,p=e.x-o.x,y=e.y-o.y,m=e.z-o.z,g=n.x-o.x,S=n.y-o.y,A=n.z-o.z,v=Math.abs(l),P=Math.abs(c),E=Math.abs(h),_,T,B,U,L,H,W,D,V,q,k,lt;if(v>=P&&v>=E?(B=l,H=u,V=p,lt=g,l>=0?(_=c,T=h,U=d,L=f,W=y,D=m,q=S,k=A):(_=h,T=c,U=f,L=d,W=m,D=y,q=A,k=S)):P>=E?(B=c,H=d,V=y,lt=S,c>=0?(_=h,T=l,U=f,L=u,W=m,D=p,q=A,k=g):(_=l,T=h,U=u,L=f,W=p,D=m,q=g,k=A)):(B=h,H=f,V=m,lt=A,h>=0?(_=l,T=c,U=u,L=d,W=p,D=y,q=g,k=S):(_=c,T=l,U=d,L=u,W=y,D=p,q=S,k=g)),B===0)return null;let Z=_/B,j=T/B,tt=1/B,dt=U-Z*H,ct=L-j*H,Q=W-Z*V,gt=D-j*V,xt=q-Z*lt,It=k-j*lt,bt=xt*gt-It*Q,Ht=dt*It-ct*xt,ie=Q*ct-gt*dt;if(s){if(bt<0||Ht<0||ie<0)return null}else if((bt<0||Ht<0||ie<0)&&(bt>0||Ht>0||ie>0))return null;let Jt=bt+Ht+ie;if(Jt===0)return null;let se=tt*(bt*H+Ht*V+ie*lt);return(Jt>0?se<0:se>0)?null:this.at(se/Jt,r)}applyMatrix4(t){return this.origin.applyMatrix4(t),this.direction.transformDirection(t),this}equals(t){return t.origin.equals(this.origin)&&t.direction.equals(this.direction)}clone(){return new this.constructor().copy(this)}},qc=class extends Es{constructor(t){super(),this.isMeshBasicMaterial=!0,this.type="MeshBasicMaterial",this.color=new ae(16777215),this.map=null,this.lightMap=null,this.lightMapIntensity=1,this.aoMap=null,this.aoMapIntensity=1,this.specularMap=null,this.alphaMap=null,this.envMap=null,this.envMapRotation=new ws,this.combine=xh,this.reflectivity=1,this.refractionRatio=.98,this.wireframe=!1,this.wireframeLinewidth=1,this.wireframeLinecap="round",this.wireframeLinejoin="round",this.fog=!0,this.setValues(t)}copy(t){return super.copy(t),this.color.copy(t.color),this.map=t.map,this.lightMap=t.lightMap,this.lightMapIntensity=t.lightMapIntensity,this.aoMap=t.aoMap,this.aoMapIntensity=t.aoMapIntensity,this.specularMap=t.specularMap,this.alphaMap=t.alphaMap,this.envMap=t.envMap,this.envMapRotation.copy(t.envMapRotation),this.combine=t.combine,this.reflectivity=t.reflectivity,this.refractionRatio=t.refractionRatio,this.wireframe=t.wireframe,this.wireframeLinewidth=t.wireframeLinewidth,this.wireframeLinecap=t.wireframeLinecap,this.wireframeLinejoin=t.wireframeLinejoin,this.fog=t.fog,this}},n0=new pe,Sr=new Ys,pc=new xi,i0=new C,mc=new C,gc=new C,_c=new C,nf=new C,xc=new C,s0=new C,yc=new C,Vn=class extends Dn{constructor(t=new en,e=new qc){super(),this.isMesh=!0,this.type="Mesh",this.geometry=t,this.material=e,this.morphTargetDictionary=void 0,this.morphTargetInfluences=void 0,this.count=1,this.updateMorphTargets()}copy(t,e){return super.copy(t,e),t.morphTargetInfluences!==void 0?this.morphTargetInfluences=t.morphTargetInfluences.slice():this.morphTargetInfluences=void 0,t.morphTargetDictionary!==void 0?this.morphTargetDictionary=Object.assign({},t.morphTargetDictionary):this.morphTargetDictionary=void 0,this.material=Array.isArray(t.material)?t.material.slice():t.material,this.geometry=t.geometry,this}updateMorphTargets(){let e=this.geometry.morphAttributes,n=Object.keys(e);if(n.length>0){let s=e[n[0]];if(s!==void 0){this.morphTargetInfluences=[],this.morphTargetDictionary={};for(let r=0,o=s.length;r<o;r++){let a=s[r].name||String(r);this.morphTargetInfluences.push(0),this.morphTargetDictionary[a]=r}}}}getVertexPosition(t,e){let n=this.geometry,s=n.attributes.position,r=n.morphAttributes.position,o=n.morphTargetsRelative;e.fromBufferAttribute(s,t);let a=this.morphTargetInfluences;if(r&&a){xc.set(0,0,0);for(let l=0,c=r.length;l<c;l++){let h=a[l],u=r[l];h!==0&&(nf.fromBufferAttribute(u,t),o?xc.addScaledVector(nf,h):xc.addScaledVector(nf.sub(e),h))}e.add(xc)}return e}intersectsFrustum(t){return t.intersectsObject(this)}raycast(t,e){let n=this.geometry,s=this.material,r=this.matrixWorld;s!==void 0&&(n.boundingSphere===null&&n.computeBoundingSphere(),pc.copy(n.boundingSphere),pc.applyMatrix4(r),Sr.copy(t.ray).recast(t.near),!(pc.containsPoint(Sr.origin)===!1&&(Sr.intersectSphere(pc,i0)===null||Sr.origin.distanceToSquared(i0)>(t.far-t.near)**2))&&(n0.copy(r).invert(),Sr.copy(t.ray).applyMatrix4(n0),!(n.boundingBox!==null&&Sr.intersectsBox(n.boundingBox)===!1)&&this._computeIntersections(t,e,Sr)))}_computeIntersections(t,e,n){let s,r=this.geometry,o=this.material,a=r.index,l=r.attributes.position,c=r.attributes.uv,h=r.attributes.uv1,u=r.attributes.normal,d=r.groups,f=r.drawRange;if(a!==null)if(Array.isArray(o))for(let p=0,y=d.length;p<y;p++){let m=d[p],g=o[m.materialIndex],S=Math.max(m.start,f.start),A=Math.min(a.count,Math.min(m.start+m.count,f.start+f.count));for(let v=S,P=A;v<P;v+=3){let E=a.getX(v),_=a.getX(v+1),T=a.getX(v+2);s=vc(this,g,t,n,c,h,u,E,_,T),s&&(s.faceIndex=Math.floor(v/3),s.face.materialIndex=m.materialIndex,e.push(s))}}else{let p=Math.max(0,f.start),y=Math.min(a.count,f.start+f.count);for(let m=p,g=y;m<g;m+=3){let S=a.getX(m),A=a.getX(m+1),v=a.getX(m+2);s=vc(this,o,t,n,c,h,u,S,A,v),s&&(s.faceIndex=Math.floor(m/3),e.push(s))}}else if(l!==void 0)if(Array.isArray(o))for(let p=0,y=d.length;p<y;p++){let m=d[p],g=o[m.materialIndex],S=Math.max(m.start,f.start),A=Math.min(l.count,Math.min(m.start+m.count,f.start+f.count));for(let v=S,P=A;v<P;v+=3){let E=v,_=v+1,T=v+2;s=vc(this,g,t,n,c,h,u,E,_,T),s&&(s.faceIndex=Math.floor(v/3),s.face.materialIndex=m.materialIndex,e.push(s))}}else{let p=Math.max(0,f.start),y=Math.min(l.count,f.start+f.count);for(let m=p,g=y;m<g;m+=3){let S=m,A=m+1,v=m+2;s=vc(this,o,t,n,c,h,u,S,A,v),s&&(s.faceIndex=Math.floor(m/3),e.push(s))}}}};function VS(i,t,e,n,s,r,o,a){let l;if(t.side===ti?l=n.intersectTriangle(o,r,s,!0,a):l=n.intersectTriangle(s,r,o,t.side===er,a),l===null)return null;yc.copy(a),yc.applyMatrix4(i.matrixWorld);let c=e.ray.origin.distanceTo(yc);return c<e.near||c>e.far?null:{distance:c,point:yc.clone(),object:i}}function vc(i,t,e,n,s,r,o,a,l,c){i.getVertexPosition(a,mc),i.getVertexPosition(l,gc),i.getVertexPosition(c,_c);let h=VS(i,t,e,n,mc,gc,_c,s0);if(h){let u=new C;qs.getBarycoord(s0,mc,gc,_c,u),s&&(h.uv=qs.getInterpolatedAttribute(s,a,l,c,u,new pt)),r&&(h.uv1=qs.getInterpolatedAttribute(r,a,l,c,u,new pt)),o&&(h.normal=qs.getInterpolatedAttribute(o,a,l,c,u,new C),h.normal.dot(n.direction)>0&&h.normal.multiplyScalar(-1));let d={a,b:l,c,normal:new C,materialIndex:0};qs.getNormal(mc,gc,_c,d.normal),h.face=d,h.barycoord=u}return h}var za=class extends ii{constructor(t=null,e=1,n=1,s,r,o,a,l,c=In,h=In,u,d){super(null,o,a,l,c,h,s,r,u,d),this.isDataTexture=!0,this.image={data:t,width:e,height:n},this.generateMipmaps=!1,this.flipY=!1,this.unpackAlignment=1}};var Lo=class extends Mn{constructor(t,e,n,s=1){super(t,e,n),this.isInstancedBufferAttribute=!0,this.meshPerAttribute=s}copy(t){return super.copy(t),this.meshPerAttribute=t.meshPerAttribute,this}toJSON(){let t=super.toJSON();return t.meshPerAttribute=this.meshPerAttribute,t.isInstancedBufferAttribute=!0,t}},xo=new pe,r0=new pe,Sc=[],o0=new Nn,HS=new pe,va=new Vn,Sa=new xi,wr=class extends Vn{constructor(t,e,n){super(t,e),this.isInstancedMesh=!0,this.instanceMatrix=new Lo(new Float32Array(n*16),16),this.instanceColor=null,this.morphTexture=null,this.count=n,this.boundingBox=null,this.boundingSphere=null;for(let s=0;s<n;s++)this.setMatrixAt(s,HS)}computeBoundingBox(){let t=this.geometry,e=this.count;this.boundingBox===null&&(this.boundingBox=new Nn),t.boundingBox===null&&t.computeBoundingBox(),this.boundingBox.makeEmpty();for(let n=0;n<e;n++)this.getMatrixAt(n,xo),o0.copy(t.boundingBox).applyMatrix4(xo),this.boundingBox.union(o0)}computeBoundingSphere(){let t=this.geometry,e=this.count;this.boundingSphere===null&&(this.boundingSphere=new xi),t.boundingSphere===null&&t.computeBoundingSphere(),this.boundingSphere.makeEmpty();for(let n=0;n<e;n++)this.getMatrixAt(n,xo),Sa.copy(t.boundingSphere).applyMatrix4(xo),this.boundingSphere.union(Sa)}copy(t,e){return super.copy(t,e),this.instanceMatrix.copy(t.instanceMatrix),this.morphTexture=t.morphTexture!==null?t.morphTexture.clone():null,this.instanceColor=t.instanceColor!==null?t.instanceColor.clone():null,this.count=t.count,this.boundingBox=t.boundingBox!==null?t.boundingBox.clone():null,this.boundingSphere=t.boundingSphere!==null?t.boundingSphere.clone():null,this}getColorAt(t,e){return this.instanceColor===null?e.setRGB(1,1,1):e.fromArray(this.instanceColor.array,t*3)}getMatrixAt(t,e){return e.fromArray(this.instanceMatrix.array,t*16)}getMorphAt(t,e){let n=e.morphTargetInfluences,s=this.morphTexture.source.data.data,r=n.length+1,o=t*r+1;for(let a=0;a<n.length;a++)n[a]=s[o+a]}raycast(t,e){let n=this.matrixWorld,s=this.count;if(va.geometry=this.geometry,va.material=this.material,va.material!==void 0&&(this.boundingSphere===null&&this.computeBoundingSphere(),Sa.copy(this.boundingSphere),Sa.applyMatrix4(n),t.ray.intersectsSphere(Sa)!==!1))for(let r=0;r<s;r++){this.getMatrixAt(r,xo),r0.multiplyMatrices(n,xo),va.matrixWorld=r0,va.raycast(t,Sc);for(let o=0,a=Sc.length;o<a;o++){let l=Sc[o];l.instanceId=r,l.object=this,e.push(l)}Sc.length=0}}setColorAt(t,e){return this.instanceColor===null&&(this.instanceColor=new Lo(new Float32Array(this.instanceMatrix.count*3).fill(1),3)),e.toArray(this.instanceColor.array,t*3),this}setMatrixAt(t,e){return e.toArray(this.instanceMatrix.array,t*16),this}setMorphAt(t,e){let n=e.morphTargetInfluences,s=n.length+1;this.morphTexture===null&&(this.morphTexture=new za(new Float32Array(s*this.count),s,this.count,Eh,Pi));let r=this.morphTexture.source.data.data,o=0;for(let c=0;c<n.length;c++)o+=n[c];let a=this.geometry.morphTargetsRelative?1:1-o,l=s*t;return r[l]=a,r.set(n,l+1),this}updateMorphTargets(){}dispose(){super.dispose(),this.instanceMatrix.dispose(),this.instanceColor!==null&&this.instanceColor.dispose(),this.morphTexture!==null&&(this.morphTexture.dispose(),this.morphTexture=null)}},Mr=new xi,GS=new pt(.5,.5),Mc=new C,$s=class{constructor(t=new gi,e=new gi,n=new gi,s=new gi,r=new gi,o=new gi){this.planes=[t,e,n,s,r,o]}set(t,e,n,s,r,o){let a=this.planes;return a[0].copy(t),a[1].copy(e),a[2].copy(n),a[3].copy(s),a[4].copy(r),a[5].copy(o),this}copy(t){let e=this.planes;for(let n=0;n<6;n++)e[n].copy(t.planes[n]);return this}setFromProjectionMatrix(t,e=Ai,n=!1){let s=this.planes,r=t.elements,o=r[0],a=r[1],l=r[2],c=r[3],h=r[4],u=r[5],d=r[6],f=r[7],p=r[8],y=r[9],m=r[10],g=r[11],S=r[12],A=r[13],v=r[14],P=r[15];if(s[0].setComponents(c-o,f-h,g-p,P-S).normalize(),s[1].setComponents(c+o,f+h,g+p,P+S).normalize(),s[2].setComponents(c+a,f+u,g+y,P+A).normalize(),s[3].setComponents(c-a,f-u,g-y,P-A).normalize(),n)s[4].setComponents(l,d,m,v).normalize(),s[5].setComponents(c-l,f-d,g-m,P-v).normalize();else if(s[4].setComponents(c-l,f-d,g-m,P-v).normalize(),e===Ai)s[5].setComponents(c+l,f+d,g+m,P+v).normalize();else if(e===To)s[5].setComponents(l,d,m,v).normalize();else throw new Error("THREE.Frustum.setFromProjectionMatrix(): Invalid coordinate system: "+e);return this}intersectsObject(t){if(t.boundingSphere!==void 0)t.boundingSphere===null&&t.computeBoundingSphere(),Mr.copy(t.boundingSphere).applyMatrix4(t.matrixWorld);else{let e=t.geometry;e.boundingSphere===null&&e.computeBoundingSphere(),Mr.copy(e.boundingSphere).applyMatrix4(t.matrixWorld)}return this.intersectsSphere(Mr)}intersectsSprite(t){Mr.center.set(0,0,0);let e=GS.distanceTo(t.center);return Mr.radius=.7071067811865476+e,Mr.applyMatrix4(t.matrixWorld),this.intersectsSphere(Mr)}intersectsSphere(t){let e=this.planes,n=t.center,s=-t.radius;for(let r=0;r<6;r++)if(e[r].distanceToPoint(n)<s)return!1;return!0}intersectsBox(t){let e=this.planes;for(let n=0;n<6;n++){let s=e[n];if(Mc.x=s.normal.x>0?t.max.x:t.min.x,Mc.y=s.normal.y>0?t.max.y:t.min.y,Mc.z=s.normal.z>0?t.max.z:t.min.z,s.distanceToPoint(Mc)<0)return!1}return!0}containsPoint(t){let e=this.planes;for(let n=0;n<6;n++)if(e[n].distanceToPoint(t)<0)return!1;return!0}clone(){return new this.constructor().copy(this)}},a0=new pe,Yc=class i{constructor(){this.coordinateSystem=Ai,this._frustums=[],this._count=0}setFromArrayCamera(t){let e=t.cameras,n=this._frustums;for(let s=0;s<e.length;s++){let r=e[s];a0.multiplyMatrices(r.projectionMatrix,r.matrixWorldInverse),n[s]===void 0&&(n[s]=new $s),n[s].setFromProjectionMatrix(a0,r.coordinateSystem,r.reversedDepth)}return this._count=e.length,this}getFrustum(t){return this._frustums[t]}intersectsObject(t){let e=this._frustums;for(let n=0;n<this._count;n++)if(e[n].intersectsObject(t))return!0;return!1}intersectsSprite(t){let e=this._frustums;for(let n=0;n<this._count;n++)if(e[n].intersectsSprite(t))return!0;return!1}intersectsSphere(t){let e=this._frustums;for(let n=0;n<this._count;n++)if(e[n].intersectsSphere(t))return!0;return!1}intersectsBox(t){let e=this._frustums;for(let n=0;n<this._count;n++)if(e[n].intersectsBox(t))return!0;return!1}containsPoint(t){let e=this._frustums;for(let n=0;n<this._count;n++)if(e[n].containsPoint(t))return!0;return!1}copy(t){this.coordinateSystem=t.coordinateSystem;let e=this._frustums,n=t._frustums;for(let s=0;s<t._count;s++)e[s]===void 0&&(e[s]=new $s),e[s].copy(n[s]);return this._count=t._count,this}clone(){return new i().copy(this)}};var Zs=class extends Es{constructor(t){super(),this.isLineBasicMaterial=!0,this.type="LineBasicMaterial",this.color=new ae(16777215),this.map=null,this.linewidth=1,this.linecap="round",this.linejoin="round",this.fog=!0,this.setValues(t)}copy(t){return super.copy(t),this.color.copy(t.color),this.map=t.map,this.linewidth=t.linewidth,this.linecap=t.linecap,this.linejoin=t.linejoin,this.fog=t.fog,this}},$c=new C,Zc=new C,l0=new pe,Ma=new Ys,bc=new xi,sf=new C,c0=new C,Jc=class extends Dn{constructor(t=new en,e=new Zs){super(),this.isLine=!0,this.type="Line",this.geometry=t,this.material=e,this.morphTargetDictionary=void 0,this.morphTargetInfluences=void 0,this.updateMorphTargets()}copy(t,e){return super.copy(t,e),t.morphTargetInfluences!==void 0?this.morphTargetInfluences=t.morphTargetInfluences.slice():this.morphTargetInfluences=void 0,t.morphTargetDictionary!==void 0?this.morphTargetDictionary=Object.assign({},t.morphTargetDictionary):this.morphTargetDictionary=void 0,this.material=Array.isArray(t.material)?t.material.slice():t.material,this.geometry=t.geometry,this}computeLineDistances(){let t=this.geometry;if(t.index===null){let e=t.attributes.position,n=[0];for(let s=1,r=e.count;s<r;s++)$c.fromBufferAttribute(e,s-1),Zc.fromBufferAttribute(e,s),n[s]=n[s-1],n[s]+=$c.distanceTo(Zc);t.setAttribute("lineDistance",new Fe(n,1))}else te("Line.computeLineDistances(): Computation only possible with non-indexed BufferGeometry.");return this}intersectsFrustum(t){return t.intersectsObject(this)}raycast(t,e){let n=this.geometry,s=this.matrixWorld,r=t.params.Line.threshold,o=n.drawRange;if(n.boundingSphere===null&&n.computeBoundingSphere(),bc.copy(n.boundingSphere),bc.applyMatrix4(s),bc.radius+=r,t.ray.intersectsSphere(bc)===!1)return;l0.copy(s).invert(),Ma.copy(t.ray).applyMatrix4(l0);let a=r/((this.scale.x+this.scale.y+this.scale.z)/3),l=a*a,c=this.isLineSegments?2:1,h=n.index,d=n.attributes.position;if(h!==null){let f=Math.max(0,o.start),p=Math.min(h.count,o.start+o.count);for(let y=f,m=p-1;y<m;y+=c){let g=h.getX(y),S=h.getX(y+1),A=wc(this,t,Ma,l,g,S,y);A&&e.push(A)}if(this.isLineLoop){let y=h.getX(p-1),m=h.getX(f),g=wc(this,t,Ma,l,y,m,p-1);g&&e.push(g)}}else{let f=Math.max(0,o.start),p=Math.min(d.count,o.start+o.count);for(let y=f,m=p-1;y<m;y+=c){let g=wc(this,t,Ma,l,y,y+1,y);g&&e.push(g)}if(this.isLineLoop){let y=wc(this,t,Ma,l,p-1,f,p-1);y&&e.push(y)}}}updateMorphTargets(){let e=this.geometry.morphAttributes,n=Object.keys(e);if(n.length>0){let s=e[n[0]];if(s!==void 0){this.morphTargetInfluences=[],this.morphTargetDictionary={};for(let r=0,o=s.length;r<o;r++){let a=s[r].name||String(r);this.morphTargetInfluences.push(0),this.morphTargetDictionary[a]=r}}}}};function wc(i,t,e,n,s,r,o){let a=i.geometry.attributes.position;if($c.fromBufferAttribute(a,s),Zc.fromBufferAttribute(a,r),e.distanceSqToSegment($c,Zc,sf,c0)>n)return;sf.applyMatrix4(i.matrixWorld);let c=t.ray.origin.distanceTo(sf);if(!(c<t.near||c>t.far))return{distance:c,point:c0.clone().applyMatrix4(i.matrixWorld),index:o,face:null,faceIndex:null,barycoord:null,object:i}}var h0=new C,u0=new C,Er=class extends Jc{constructor(t,e){super(t,e),this.isLineSegments=!0,this.type="LineSegments"}computeLineDistances(){let t=this.geometry;if(t.index===null){let e=t.attributes.position,n=[];for(let s=0,r=e.count;s<r;s+=2)h0.fromBufferAttribute(e,s),u0.fromBufferAttribute(e,s+1),n[s]=s===0?0:n[s-1],n[s+1]=n[s]+h0.distanceTo(u0);t.setAttribute("lineDistance",new Fe(n,1))}else te("LineSegments.computeLineDistances(): Computation only possible with non-indexed BufferGeometry.");return this}};var ka=class extends ii{constructor(t=[],e=Ir,n,s,r,o,a,l,c,h){super(t,e,n,s,r,o,a,l,c,h),this.isCubeTexture=!0,this.flipY=!1}get images(){return this.image}set images(t){this.image=t}};var Ts=class extends ii{constructor(t,e,n=Vi,s,r,o,a=In,l=In,c,h=bs,u=1){if(h!==bs&&h!==Rs)throw new Error("THREE.DepthTexture: format must be either THREE.DepthFormat or THREE.DepthStencilFormat");let d={width:t,height:e,depth:u};super(d,s,r,o,a,l,h,n,c),this.isDepthTexture=!0,this.flipY=!1,this.generateMipmaps=!1,this.compareFunction=null}copy(t){return super.copy(t),this.source=new Co(Object.assign({},t.image)),this.compareFunction=t.compareFunction,this}toJSON(t){let e=super.toJSON(t);return e.compareFunction=this.compareFunction,e}},Va=class extends Ts{constructor(t,e=Vi,n=Ir,s,r,o=In,a=In,l,c=bs){let h={width:t,height:t,depth:1},u=[h,h,h,h,h,h];super(t,t,e,n,s,r,o,a,l,c),this.image=u,this.isCubeDepthTexture=!0,this.isCubeTexture=!0}get images(){return this.image}set images(t){this.image=t}},Ha=class extends ii{constructor(t=null){super(),this.sourceTexture=t,this.isExternalTexture=!0}copy(t){return super.copy(t),this.sourceTexture=t.sourceTexture,this}},Js=class i extends en{constructor(t=1,e=1,n=1,s=1,r=1,o=1){super(),this.type="BoxGeometry",this.parameters={width:t,height:e,depth:n,widthSegments:s,heightSegments:r,depthSegments:o};let a=this;s=Math.floor(s),r=Math.floor(r),o=Math.floor(o);let l=[],c=[],h=[],u=[],d=0,f=0;p("z","y","x",-1,-1,n,e,t,o,r,0),p("z","y","x",1,-1,n,e,-t,o,r,1),p("x","z","y",1,1,t,n,e,s,o,2),p("x","z","y",1,-1,t,n,-e,s,o,3),p("x","y","z",1,-1,t,e,n,s,r,4),p("x","y","z",-1,-1,t,e,-n,s,r,5),this.setIndex(l),this.setAttribute("position",new Fe(c,3)),this.setAttribute("normal",new Fe(h,3)),this.setAttribute("uv",new Fe(u,2));function p(y,m,g,S,A,v,P,E,_,T,B){let U=v/_,L=P/T,H=v/2,W=P/2,D=E/2,V=_+1,q=T+1,k=0,lt=0,Z=new C;for(let j=0;j<q;j++){let tt=j*L-W;for(let dt=0;dt<V;dt++){let ct=dt*U-H;Z[y]=ct*S,Z[m]=tt*A,Z[g]=D,c.push(Z.x,Z.y,Z.z),Z[y]=0,Z[m]=0,Z[g]=E>0?1:-1,h.push(Z.x,Z.y,Z.z),u.push(dt/_),u.push(1-j/T),k+=1}}for(let j=0;j<T;j++)for(let tt=0;tt<_;tt++){let dt=d+tt+V*j,ct=d+tt+V*(j+1),Q=d+(tt+1)+V*(j+1),gt=d+(tt+1)+V*j;l.push(dt,ct,gt),l.push(ct,Q,gt),lt+=6}a.addGroup(f,lt,B),f+=lt,d+=k}}copy(t){return super.copy(t),this.parameters=Object.assign({},t.parameters),this}static fromJSON(t){return new i(t.width,t.height,t.depth,t.widthSegments,t.heightSegments,t.depthSegments)}};var Hn=class i extends en{constructor(t=1,e=1,n=1,s=32,r=1,o=!1,a=0,l=Math.PI*2){super(),this.type="CylinderGeometry",this.parameters={radiusTop:t,radiusBottom:e,height:n,radialSegments:s,heightSegments:r,openEnded:o,thetaStart:a,thetaLength:l};let c=this;s=Math.floor(s),r=Math.floor(r);let h=[],u=[],d=[],f=[],p=0,y=[],m=n/2,g=0;S(),o===!1&&(t>0&&A(!0),e>0&&A(!1)),this.setIndex(h),this.setAttribute("position",new Fe(u,3)),this.setAttribute("normal",new Fe(d,3)),this.setAttribute("uv",new Fe(f,2));function S(){let v=new C,P=new C,E=0,_=(e-t)/n;for(let T=0;T<=r;T++){let B=[],U=T/r,L=U*(e-t)+t;for(let H=0;H<=s;H++){let W=H/s,D=W*l+a,V=Math.sin(D),q=Math.cos(D);P.x=L*V,P.y=-U*n+m,P.z=L*q,u.push(P.x,P.y,P.z),v.set(V,_,q).normalize(),d.push(v.x,v.y,v.z),f.push(W,1-U),B.push(p++)}y.push(B)}for(let T=0;T<s;T++)for(let B=0;B<r;B++){let U=y[B][T],L=y[B+1][T],H=y[B+1][T+1],W=y[B][T+1];(t>0||B!==0)&&(h.push(U,L,W),E+=3),(e>0||B!==r-1)&&(h.push(L,H,W),E+=3)}c.addGroup(g,E,0),g+=E}function A(v){let P=p,E=new pt,_=new C,T=0,B=v===!0?t:e,U=v===!0?1:-1;for(let H=1;H<=s;H++)u.push(0,m*U,0),d.push(0,U,0),f.push(.5,.5),p++;let L=p;for(let H=0;H<=s;H++){let D=H/s*l+a,V=Math.cos(D),q=Math.sin(D);_.x=B*q,_.y=m*U,_.z=B*V,u.push(_.x,_.y,_.z),d.push(0,U,0),E.x=V*.5+.5,E.y=q*.5*U+.5,f.push(E.x,E.y),p++}for(let H=0;H<s;H++){let W=P+H,D=L+H;v===!0?h.push(D,D+1,W):h.push(D+1,D,W),T+=3}c.addGroup(g,T,v===!0?1:2),g+=T}}copy(t){return super.copy(t),this.parameters=Object.assign({},t.parameters),this}static fromJSON(t){return new i(t.radiusTop,t.radiusBottom,t.height,t.radialSegments,t.heightSegments,t.openEnded,t.thetaStart,t.thetaLength)}},Do=class i extends Hn{constructor(t=1,e=1,n=32,s=1,r=!1,o=0,a=Math.PI*2){super(0,t,e,n,s,r,o,a),this.type="ConeGeometry",this.parameters={radius:t,height:e,radialSegments:n,heightSegments:s,openEnded:r,thetaStart:o,thetaLength:a}}static fromJSON(t){return new i(t.radius,t.height,t.radialSegments,t.heightSegments,t.openEnded,t.thetaStart,t.thetaLength)}};var yi=class{constructor(){this.type="Curve",this.arcLengthDivisions=200,this.needsUpdate=!1,this.cacheArcLengths=null}getPoint(){te("Curve: .getPoint() not implemented.")}getPointAt(t,e){let n=this.getUtoTmapping(t);return this.getPoint(n,e)}getPoints(t=5){let e=[];for(let n=0;n<=t;n++)e.push(this.getPoint(n/t));return e}getSpacedPoints(t=5){let e=[];for(let n=0;n<=t;n++)e.push(this.getPointAt(n/t));return e}getLength(){let t=this.getLengths();return t[t.length-1]}getLengths(t=this.arcLengthDivisions){if(this.cacheArcLengths&&this.cacheArcLengths.length===t+1&&!this.needsUpdate)return this.cacheArcLengths;this.needsUpdate=!1;let e=[],n,s=this.getPoint(0),r=0;e.push(0);for(let o=1;o<=t;o++)n=this.getPoint(o/t),r+=n.distanceTo(s),e.push(r),s=n;return this.cacheArcLengths=e,e}updateArcLengths(){this.needsUpdate=!0,this.getLengths()}getUtoTmapping(t,e=null){let n=this.getLengths(),s=0,r=n.length,o;e?o=e:o=t*n[r-1];let a=0,l=r-1,c;for(;a<=l;)if(s=Math.floor(a+(l-a)/2),c=n[s]-o,c<0)a=s+1;else if(c>0)l=s-1;else{l=s;break}if(s=l,n[s]===o)return s/(r-1);let h=n[s],d=n[s+1]-h,f=(o-h)/d;return(s+f)/(r-1)}getTangent(t,e){let s=t-1e-4,r=t+1e-4;s<0&&(s=0),r>1&&(r=1);let o=this.getPoint(s),a=this.getPoint(r),l=e||(o.isVector2?new pt:new C);return l.copy(a).sub(o).normalize(),l}getTangentAt(t,e){let n=this.getUtoTmapping(t);return this.getTangent(n,e)}computeFrenetFrames(t,e=!1){let n=new C,s=[],r=[],o=[],a=new C,l=new pe;for(let f=0;f<=t;f++){let p=f/t;s[f]=this.getTangentAt(p,new C)}r[0]=new C,o[0]=new C;let c=Number.MAX_VALUE,h=Math.abs(s[0].x),u=Math.abs(s[0].y),d=Math.abs(s[0].z);h<=c&&(c=h,n.set(1,0,0)),u<=c&&(c=u,n.set(0,1,0)),d<=c&&n.set(0,0,1),a.crossVectors(s[0],n).normalize(),r[0].crossVectors(s[0],a),o[0].crossVectors(s[0],r[0]);for(let f=1;f<=t;f++){if(r[f]=r[f-1].clone(),o[f]=o[f-1].clone(),a.crossVectors(s[f-1],s[f]),a.length()>Number.EPSILON){a.normalize();let p=Math.acos(fe(s[f-1].dot(s[f]),-1,1));r[f].applyMatrix4(l.makeRotationAxis(a,p))}o[f].crossVectors(s[f],r[f])}if(e===!0){let f=Math.acos(fe(r[0].dot(r[t]),-1,1));f/=t,s[0].dot(a.crossVectors(r[0],r[t]))>0&&(f=-f);for(let p=1;p<=t;p++)r[p].applyMatrix4(l.makeRotationAxis(s[p],f*p)),o[p].crossVectors(s[p],r[p])}return{tangents:s,normals:r,binormals:o}}clone(){return new this.constructor().copy(this)}copy(t){return this.arcLengthDivisions=t.arcLengthDivisions,this.cacheArcLengths=null,this}toJSON(){let t={metadata:{version:4.7,type:"Curve",generator:"Curve.toJSON"}};return t.arcLengthDivisions=this.arcLengthDivisions,t.type=this.type,t}fromJSON(t){return this.arcLengthDivisions=t.arcLengthDivisions,this.cacheArcLengths=null,this}},No=class extends yi{constructor(t=0,e=0,n=1,s=1,r=0,o=Math.PI*2,a=!1,l=0){super(),this.isEllipseCurve=!0,this.type="EllipseCurve",this.aX=t,this.aY=e,this.xRadius=n,this.yRadius=s,this.aStartAngle=r,this.aEndAngle=o,this.aClockwise=a,this.aRotation=l}getPoint(t,e=new pt){let n=e,s=Math.PI*2,r=this.aEndAngle-this.aStartAngle,o=Math.abs(r)<Number.EPSILON;for(;r<0;)r+=s;for(;r>s;)r-=s;r<Number.EPSILON&&(o?r=0:r=s),this.aClockwise===!0&&!o&&(r===s?r=-s:r=r-s);let a=this.aStartAngle+t*r,l=this.aX+this.xRadius*Math.cos(a),c=this.aY+this.yRadius*Math.sin(a);if(this.aRotation!==0){let h=Math.cos(this.aRotation),u=Math.sin(this.aRotation),d=l-this.aX,f=c-this.aY;l=d*h-f*u+this.aX,c=d*u+f*h+this.aY}return n.set(l,c)}copy(t){return super.copy(t),this.aX=t.aX,this.aY=t.aY,this.xRadius=t.xRadius,this.yRadius=t.yRadius,this.aStartAngle=t.aStartAngle,this.aEndAngle=t.aEndAngle,this.aClockwise=t.aClockwise,this.aRotation=t.aRotation,this}toJSON(){let t=super.toJSON();return t.aX=this.aX,t.aY=this.aY,t.xRadius=this.xRadius,t.yRadius=this.yRadius,t.aStartAngle=this.aStartAngle,t.aEndAngle=this.aEndAngle,t.aClockwise=this.aClockwise,t.aRotation=this.aRotation,t}fromJSON(t){return super.fromJSON(t),this.aX=t.aX,this.aY=t.aY,this.xRadius=t.xRadius,this.yRadius=t.yRadius,this.aStartAngle=t.aStartAngle,this.aEndAngle=t.aEndAngle,this.aClockwise=t.aClockwise,this.aRotation=t.aRotation,this}},Kc=class extends No{constructor(t,e,n,s,r,o){super(t,e,n,n,s,r,o),this.isArcCurve=!0,this.type="ArcCurve"}};function Kf(){let i=0,t=0,e=0,n=0;function s(r,o,a,l){i=r,t=a,e=-3*r+3*o-2*a-l,n=2*r-2*o+a+l}return{initCatmullRom:function(r,o,a,l,c){s(o,a,c*(a-r),c*(l-o))},initNonuniformCatmullRom:function(r,o,a,l,c,h,u){let d=(o-r)/c-(a-r)/(c+h)+(a-o)/h,f=(a-o)/h-(l-o)/(h+u)+(l-a)/u;d*=h,f*=h,s(o,a,d,f)},calc:function(r){let o=r*r,a=o*r;return i+t*r+e*o+n*a}}}var d0=new C,f0=new C,rf=new Kf,of=new Kf,af=new Kf,jc=class extends yi{constructor(t=[],e=!1,n="centripetal",s=.5){super(),this.isCatmullRomCurve3=!0,this.type="CatmullRomCurve3",this.points=t,this.closed=e,this.curveType=n,this.tension=s}getPoint(t,e=new C){let n=e,s=this.points,r=s.length,o=(r-(this.closed?0:1))*t,a=Math.floor(o),l=o-a;this.closed?a+=a>0?0:(Math.floor(Math.abs(a)/r)+1)*r:l===0&&a===r-1&&(a=r-2,l=1);let c,h;this.closed||a>0?c=s[(a-1)%r]:(f0.subVectors(s[0],s[1]).add(s[0]),c=f0);let u=s[a%r],d=s[(a+1)%r];if(this.closed||a+2<r?h=s[(a+2)%r]:(d0.subVectors(s[r-1],s[r-2]).add(s[r-1]),h=d0),this.curveType==="centripetal"||this.curveType==="chordal"){let f=this.curveType==="chordal"?.5:.25,p=Math.pow(c.distanceToSquared(u),f),y=Math.pow(u.distanceToSquared(d),f),m=Math.pow(d.distanceToSquared(h),f);y<1e-4&&(y=1),p<1e-4&&(p=y),m<1e-4&&(m=y),rf.initNonuniformCatmullRom(c.x,u.x,d.x,h.x,p,y,m),of.initNonuniformCatmullRom(c.y,u.y,d.y,h.y,p,y,m),af.initNonuniformCatmullRom(c.z,u.z,d.z,h.z,p,y,m)}else this.curveType==="catmullrom"&&(rf.initCatmullRom(c.x,u.x,d.x,h.x,this.tension),of.initCatmullRom(c.y,u.y,d.y,h.y,this.tension),af.initCatmullRom(c.z,u.z,d.z,h.z,this.tension));return n.set(rf.calc(l),of.calc(l),af.calc(l)),n}copy(t){super.copy(t),this.points=[];for(let e=0,n=t.points.length;e<n;e++){let s=t.points[e];this.points.push(s.clone())}return this.closed=t.closed,this.curveType=t.curveType,this.tension=t.tension,this}toJSON(){let t=super.toJSON();t.points=[];for(let e=0,n=this.points.length;e<n;e++){let s=this.points[e];t.points.push(s.toArray())}return t.closed=this.closed,t.curveType=this.curveType,t.tension=this.tension,t}fromJSON(t){super.fromJSON(t),this.points=[];for(let e=0,n=t.points.length;e<n;e++){let s=t.points[e];this.points.push(new C().fromArray(s))}return this.closed=t.closed,this.curveType=t.curveType,this.tension=t.tension,this}};function p0(i,t,e,n,s){let r=(n-t)*.5,o=(s-e)*.5,a=i*i,l=i*a;return(2*e-2*n+r+o)*l+(-3*e+3*n-2*r-o)*a+r*i+e}function WS(i,t){let e=1-i;return e*e*t}function XS(i,t){return 2*(1-i)*i*t}function qS(i,t){return i*i*t}function Aa(i,t,e,n){return WS(i,t)+XS(i,e)+qS(i,n)}function YS(i,t){let e=1-i;return e*e*e*t}function $S(i,t){let e=1-i;return 3*e*e*i*t}function ZS(i,t){return 3*(1-i)*i*i*t}function JS(i,t){return i*i*i*t}function Ra(i,t,e,n,s){return YS(i,t)+$S(i,e)+ZS(i,n)+JS(i,s)}var Ga=class extends yi{constructor(t=new pt,e=new pt,n=new pt,s=new pt){super(),this.isCubicBezierCurve=!0,this.type="CubicBezierCurve",this.v0=t,this.v1=e,this.v2=n,this.v3=s}getPoint(t,e=new pt){let n=e,s=this.v0,r=this.v1,o=this.v2,a=this.v3;return n.set(Ra(t,s.x,r.x,o.x,a.x),Ra(t,s.y,r.y,o.y,a.y)),n}copy(t){return super.copy(t),this.v0.copy(t.v0),this.v1.copy(t.v1),this.v2.copy(t.v2),this.v3.copy(t.v3),this}toJSON(){let t=super.toJSON();return t.v0=this.v0.toArray(),t.v1=this.v1.toArray(),t.v2=this.v2.toArray(),t.v3=this.v3.toArray(),t}fromJSON(t){return super.fromJSON(t),this.v0.fromArray(t.v0),this.v1.fromArray(t.v1),this.v2.fromArray(t.v2),this.v3.fromArray(t.v3),this}},Qc=class extends yi{constructor(t=new C,e=new C,n=new C,s=new C){super(),this.isCubicBezierCurve3=!0,this.type="CubicBezierCurve3",this.v0=t,this.v1=e,this.v2=n,this.v3=s}getPoint(t,e=new C){let n=e,s=this.v0,r=this.v1,o=this.v2,a=this.v3;return n.set(Ra(t,s.x,r.x,o.x,a.x),Ra(t,s.y,r.y,o.y,a.y),Ra(t,s.z,r.z,o.z,a.z)),n}copy(t){return super.copy(t),this.v0.copy(t.v0),this.v1.copy(t.v1),this.v2.copy(t.v2),this.v3.copy(t.v3),this}toJSON(){let t=super.toJSON();return t.v0=this.v0.toArray(),t.v1=this.v1.toArray(),t.v2=this.v2.toArray(),t.v3=this.v3.toArray(),t}fromJSON(t){return super.fromJSON(t),this.v0.fromArray(t.v0),this.v1.fromArray(t.v1),this.v2.fromArray(t.v2),this.v3.fromArray(t.v3),this}},Wa=class extends yi{constructor(t=new pt,e=new pt){super(),this.isLineCurve=!0,this.type="LineCurve",this.v1=t,this.v2=e}getPoint(t,e=new pt){let n=e;return t===1?n.copy(this.v2):(n.copy(this.v2).sub(this.v1),n.multiplyScalar(t).add(this.v1)),n}getPointAt(t,e){return this.getPoint(t,e)}getTangent(t,e=new pt){return e.subVectors(this.v2,this.v1).normalize()}getTangentAt(t,e){return this.getTangent(t,e)}copy(t){return super.copy(t),this.v1.copy(t.v1),this.v2.copy(t.v2),this}toJSON(){let t=super.toJSON();return t.v1=this.v1.toArray(),t.v2=this.v2.toArray(),t}fromJSON(t){return super.fromJSON(t),this.v1.fromArray(t.v1),this.v2.fromArray(t.v2),this}},th=class extends yi{constructor(t=new C,e=new C){super(),this.isLineCurve3=!0,this.type="LineCurve3",this.v1=t,this.v2=e}getPoint(t,e=new C){let n=e;return t===1?n.copy(this.v2):(n.copy(this.v2).sub(this.v1),n.multiplyScalar(t).add(this.v1)),n}getPointAt(t,e){return this.getPoint(t,e)}getTangent(t,e=new C){return e.subVectors(this.v2,this.v1).normalize()}getTangentAt(t,e){return this.getTangent(t,e)}copy(t){return super.copy(t),this.v1.copy(t.v1),this.v2.copy(t.v2),this}toJSON(){let t=super.toJSON();return t.v1=this.v1.toArray(),t.v2=this.v2.toArray(),t}fromJSON(t){return super.fromJSON(t),this.v1.fromArray(t.v1),this.v2.fromArray(t.v2),this}},Xa=class extends yi{constructor(t=new pt,e=new pt,n=new pt){super(),this.isQuadraticBezierCurve=!0,this.type="QuadraticBezierCurve",this.v0=t,this.v1=e,this.v2=n}getPoint(t,e=new pt){let n=e,s=this.v0,r=this.v1,o=this.v2;return n.set(Aa(t,s.x,r.x,o.x),Aa(t,s.y,r.y,o.y)),n}copy(t){return super.copy(t),this.v0.copy(t.v0),this.v1.copy(t.v1),this.v2.copy(t.v2),this}toJSON(){let t=super.toJSON();return t.v0=this.v0.toArray(),t.v1=this.v1.toArray(),t.v2=this.v2.toArray(),t}fromJSON(t){return super.fromJSON(t),this.v0.fromArray(t.v0),this.v1.fromArray(t.v1),this.v2.fromArray(t.v2),this}},eh=class extends yi{constructor(t=new C,e=new C,n=new C){super(),this.isQuadraticBezierCurve3=!0,this.type="QuadraticBezierCurve3",this.v0=t,this.v1=e,this.v2=n}getPoint(t,e=new C){let n=e,s=this.v0,r=this.v1,o=this.v2;return n.set(Aa(t,s.x,r.x,o.x),Aa(t,s.y,r.y,o.y),Aa(t,s.z,r.z,o.z)),n}copy(t){return super.copy(t),this.v0.copy(t.v0),this.v1.copy(t.v1),this.v2.copy(t.v2),this}toJSON(){let t=super.toJSON();return t.v0=this.v0.toArray(),t.v1=this.v1.toArray(),t.v2=this.v2.toArray(),t}fromJSON(t){return super.fromJSON(t),this.v0.fromArray(t.v0),this.v1.fromArray(t.v1),this.v2.fromArray(t.v2),this}},qa=class extends yi{constructor(t=[]){super(),this.isSplineCurve=!0,this.type="SplineCurve",this.points=t}getPoint(t,e=new pt){let n=e,s=this.points,r=(s.length-1)*t,o=Math.floor(r),a=r-o,l=s[o===0?o:o-1],c=s[o],h=s[o>s.length-2?s.length-1:o+1],u=s[o>s.length-3?s.length-1:o+2];return n.set(p0(a,l.x,c.x,h.x,u.x),p0(a,l.y,c.y,h.y,u.y)),n}copy(t){super.copy(t),this.points=[];for(let e=0,n=t.points.length;e<n;e++){let s=t.points[e];this.points.push(s.clone())}return this}toJSON(){let t=super.toJSON();t.points=[];for(let e=0,n=this.points.length;e<n;e++){let s=this.points[e];t.points.push(s.toArray())}return t}fromJSON(t){super.fromJSON(t),this.points=[];for(let e=0,n=t.points.length;e<n;e++){let s=t.points[e];this.points.push(new pt().fromArray(s))}return this}},pf=Object.freeze({__proto__:null,ArcCurve:Kc,CatmullRomCurve3:jc,CubicBezierCurve:Ga,CubicBezierCurve3:Qc,EllipseCurve:No,LineCurve:Wa,LineCurve3:th,QuadraticBezierCurve:Xa,QuadraticBezierCurve3:eh,SplineCurve:qa}),nh=class extends yi{constructor(){super(),this.type="CurvePath",this.curves=[],this.autoClose=!1,this.cacheLengths=null}add(t){this.curves.push(t)}closePath(){let t=this.curves[0].getPoint(0),e=this.curves[this.curves.length-1].getPoint(1);if(!t.equals(e)){let n=t.isVector2===!0?"LineCurve":"LineCurve3";this.curves.push(new pf[n](e,t))}return this}getPoint(t,e){let n=t*this.getLength(),s=this.getCurveLengths(),r=0;for(;r<s.length;){if(s[r]>=n){let o=s[r]-n,a=this.curves[r],l=a.getLength(),c=l===0?0:1-o/l;return a.getPointAt(c,e)}r++}return null}getLength(){let t=this.getCurveLengths();return t[t.length-1]}updateArcLengths(){this.needsUpdate=!0,this.cacheLengths=null,this.getCurveLengths()}getCurveLengths(){if(this.cacheLengths&&this.cacheLengths.length===this.curves.length)return this.cacheLengths;let t=[],e=0;for(let n=0,s=this.curves.length;n<s;n++)e+=this.curves[n].getLength(),t.push(e);return this.cacheLengths=t,t}getSpacedPoints(t=40){let e=[];for(let n=0;n<=t;n++)e.push(this.getPoint(n/t));return this.autoClose&&e.push(e[0]),e}getPoints(t=12){let e=[],n;for(let s=0,r=this.curves;s<r.length;s++){let o=r[s],a=o.isEllipseCurve?t*2:o.isLineCurve||o.isLineCurve3?1:o.isSplineCurve?t*o.points.length:t,l=o.getPoints(a);for(let c=0;c<l.length;c++){let h=l[c];n&&n.equals(h)||(e.push(h),n=h)}}return this.autoClose&&e.length>1&&!e[e.length-1].equals(e[0])&&e.push(e[0]),e}copy(t){super.copy(t),this.curves=[];for(let e=0,n=t.curves.length;e<n;e++){let s=t.curves[e];this.curves.push(s.clone())}return this.autoClose=t.autoClose,this.cacheLengths=null,this}toJSON(){let t=super.toJSON();t.autoClose=this.autoClose,t.curves=[];for(let e=0,n=this.curves.length;e<n;e++){let s=this.curves[e];t.curves.push(s.toJSON())}return t}fromJSON(t){super.fromJSON(t),this.autoClose=t.autoClose,this.curves=[];for(let e=0,n=t.curves.length;e<n;e++){let s=t.curves[e];this.curves.push(new pf[s.type]().fromJSON(s))}return this.cacheLengths=null,this}},Ya=class extends nh{constructor(t){super(),this.type="Path",this.currentPoint=new pt,t&&this.setFromPoints(t)}setFromPoints(t){this.moveTo(t[0].x,t[0].y);for(let e=1,n=t.length;e<n;e++)this.lineTo(t[e].x,t[e].y);return this}moveTo(t,e){return this.currentPoint.set(t,e),this}lineTo(t,e){let n=new Wa(this.currentPoint.clone(),new pt(t,e));return this.curves.push(n),this.currentPoint.set(t,e),this}quadraticCurveTo(t,e,n,s){let r=new Xa(this.currentPoint.clone(),new pt(t,e),new pt(n,s));return this.curves.push(r),this.currentPoint.set(n,s),this}bezierCurveTo(t,e,n,s,r,o){let a=new Ga(this.currentPoint.clone(),new pt(t,e),new pt(n,s),new pt(r,o));return this.curves.push(a),this.currentPoint.set(r,o),this}splineThru(t){let e=[this.currentPoint.clone()].concat(t),n=new qa(e);return this.curves.push(n),this.currentPoint.copy(t[t.length-1]),this}arc(t,e,n,s,r,o){let a=this.currentPoint.x,l=this.currentPoint.y;return this.absarc(t+a,e+l,n,s,r,o),this}absarc(t,e,n,s,r,o){return this.absellipse(t,e,n,n,s,r,o),this}ellipse(t,e,n,s,r,o,a,l){let c=this.currentPoint.x,h=this.currentPoint.y;return this.absellipse(t+c,e+h,n,s,r,o,a,l),this}absellipse(t,e,n,s,r,o,a,l){let c=new No(t,e,n,s,r,o,a,l);if(this.curves.length>0){let u=c.getPoint(0);u.equals(this.currentPoint)||this.lineTo(u.x,u.y)}this.curves.push(c);let h=c.getPoint(1);return this.currentPoint.copy(h),this}copy(t){return super.copy(t),this.currentPoint.copy(t.currentPoint),this}toJSON(){let t=super.toJSON();return t.currentPoint=this.currentPoint.toArray(),t}fromJSON(t){return super.fromJSON(t),this.currentPoint.fromArray(t.currentPoint),this}},Tr=class extends Ya{constructor(t){super(t),this.uuid=Ps(),this.type="Shape",this.holes=[]}getPointsHoles(t){let e=[];for(let n=0,s=this.holes.length;n<s;n++)e[n]=this.holes[n].getPoints(t);return e}extractPoints(t){return{shape:this.getPoints(t),holes:this.getPointsHoles(t)}}copy(t){super.copy(t),this.holes=[];for(let e=0,n=t.holes.length;e<n;e++){let s=t.holes[e];this.holes.push(s.clone())}return this}toJSON(){let t=super.toJSON();t.uuid=this.uuid,t.holes=[];for(let e=0,n=this.holes.length;e<n;e++){let s=this.holes[e];t.holes.push(s.toJSON())}return t}fromJSON(t){super.fromJSON(t),this.uuid=t.uuid,this.holes=[];for(let e=0,n=t.holes.length;e<n;e++){let s=t.holes[e];this.holes.push(new Ya().fromJSON(s))}return this}};function KS(i,t,e=2){let n=t&&t.length,s=n?t[0]*e:i.length,r=d_(i,0,s,e,!0),o=[];if(!r||r.next===r.prev)return o;let a,l,c;if(n&&(r=nM(i,t,r,e)),i.length>80*e){a=i[0],l=i[1];let h=a,u=l;for(let d=e;d<s;d+=e){let f=i[d],p=i[d+1];f<a&&(a=f),p<l&&(l=p),f>h&&(h=f),p>u&&(u=p)}c=Math.max(h-a,u-l),c=c!==0?32767/c:0}return $a(r,o,e,a,l,c,0),o}function d_(i,t,e,n,s){let r;if(s===fM(i,t,e,n)>0)for(let o=t;o<e;o+=n)r=m0(o/n|0,i[o],i[o+1],r);else for(let o=e-n;o>=t;o-=n)r=m0(o/n|0,i[o],i[o+1],r);return r&&Uo(r,r.next)&&(Ja(r),r=r.next),r}function Ar(i,t){if(!i)return i;t||(t=i);let e=i,n;do if(n=!1,!e.steiner&&(Uo(e,e.next)||tn(e.prev,e,e.next)===0)){if(Ja(e),e=t=e.prev,e===e.next)break;n=!0}else e=e.next;while(n||e!==t);return t}function $a(i,t,e,n,s,r,o){if(!i)return;!o&&r&&aM(i,n,s,r);let a=i;for(;i.prev!==i.next;){let l=i.prev,c=i.next;if(r?QS(i,n,s,r):jS(i)){t.push(l.i,i.i,c.i),Ja(i),i=c.next,a=c.next;continue}if(i=c,i===a){o?o===1?(i=tM(Ar(i),t),$a(i,t,e,n,s,r,2)):o===2&&eM(i,t,e,n,s,r):$a(Ar(i),t,e,n,s,r,1);break}}}function jS(i){let t=i.prev,e=i,n=i.next;if(tn(t,e,n)>=0)return!1;let s=t.x,r=e.x,o=n.x,a=t.y,l=e.y,c=n.y,h=Math.min(s,r,o),u=Math.min(a,l,c),d=Math.max(s,r,o),f=Math.max(a,l,c),p=n.next;for(;p!==t;){if(p.x>=h&&p.x<=d&&p.y>=u&&p.y<=f&&ba(s,a,r,l,o,c,p.x,p.y)&&tn(p.prev,p,p.next)>=0)return!1;p=p.next}return!0}function QS(i,t,e,n){let s=i.prev,r=i,o=i.next;if(tn(s,r,o)>=0)return!1;let a=s.x,l=r.x,c=o.x,h=s.y,u=r.y,d=o.y,f=Math.min(a,l,c),p=Math.min(h,u,d),y=Math.max(a,l,c),m=Math.max(h,u,d),g=mf(f,p,t,e,n),S=mf(y,m,t,e,n),A=i.prevZ,v=i.nextZ;for(;A&&A.z>=g&&v&&v.z<=S;){if(A.x>=f&&A.x<=y&&A.y>=p&&A.y<=m&&A!==s&&A!==o&&ba(a,h,l,u,c,d,A.x,A.y)&&tn(A.prev,A,A.next)>=0||(A=A.prevZ,v.x>=f&&v.x<=y&&v.y>=p&&v.y<=m&&v!==s&&v!==o&&ba(a,h,l,u,c,d,v.x,v.y)&&tn(v.prev,v,v.next)>=0))return!1;v=v.nextZ}for(;A&&A.z>=g;){if(A.x>=f&&A.x<=y&&A.y>=p&&A.y<=m&&A!==s&&A!==o&&ba(a,h,l,u,c,d,A.x,A.y)&&tn(A.prev,A,A.next)>=0)return!1;A=A.prevZ}for(;v&&v.z<=S;){if(v.x>=f&&v.x<=y&&v.y>=p&&v.y<=m&&v!==s&&v!==o&&ba(a,h,l,u,c,d,v.x,v.y)&&tn(v.prev,v,v.next)>=0)return!1;v=v.nextZ}return!0}function tM(i,t){let e=i;do{let n=e.prev,s=e.next.next;!Uo(n,s)&&p_(n,e,e.next,s)&&Za(n,s)&&Za(s,n)&&(t.push(n.i,e.i,s.i),Ja(e),Ja(e.next),e=i=s),e=e.next}while(e!==i);return Ar(e)}function eM(i,t,e,n,s,r){let o=i;do{let a=o.next.next;for(;a!==o.prev;){if(o.i!==a.i&&hM(o,a)){let l=m_(o,a);o=Ar(o,o.next),l=Ar(l,l.next),$a(o,t,e,n,s,r,0),$a(l,t,e,n,s,r,0);return}a=a.next}o=o.next}while(o!==i)}function nM(i,t,e,n){let s=[];for(let r=0,o=t.length;r<o;r++){let a=t[r]*n,l=r<o-1?t[r+1]*n:i.length,c=d_(i,a,l,n,!1);c===c.next&&(c.steiner=!0),s.push(cM(c))}s.sort(iM);for(let r=0;r<s.length;r++)e=sM(s[r],e);return e}function iM(i,t){let e=i.x-t.x;if(e===0&&(e=i.y-t.y,e===0)){let n=(i.next.y-i.y)/(i.next.x-i.x),s=(t.next.y-t.y)/(t.next.x-t.x);e=n-s}return e}function sM(i,t){let e=rM(i,t);if(!e)return t;let n=m_(e,i);return Ar(n,n.next),Ar(e,e.next)}function rM(i,t){let e=t,n=i.x,s=i.y,r=-1/0,o;if(Uo(i,e))return e;do{if(Uo(i,e.next))return e.next;if(s<=e.y&&s>=e.next.y&&e.next.y!==e.y){let u=e.x+(s-e.y)*(e.next.x-e.x)/(e.next.y-e.y);if(u<=n&&u>r&&(r=u,o=e.x<e.next.x?e:e.next,u===n))return o}e=e.next}while(e!==t);if(!o)return null;let a=o,l=o.x,c=o.y,h=1/0;e=o;do{if(n>=e.x&&e.x>=l&&n!==e.x&&f_(s<c?n:r,s,l,c,s<c?r:n,s,e.x,e.y)){let u=Math.abs(s-e.y)/(n-e.x);Za(e,i)&&(u<h||u===h&&(e.x>o.x||e.x===o.x&&oM(o,e)))&&(o=e,h=u)}e=e.next}while(e!==a);return o}function oM(i,t){return tn(i.prev,i,t.prev)<0&&tn(t.next,i,i.next)<0}function aM(i,t,e,n){let s=i;do s.z===0&&(s.z=mf(s.x,s.y,t,e,n)),s.prevZ=s.prev,s.nextZ=s.next,s=s.next;while(s!==i);s.prevZ.nextZ=null,s.prevZ=null,lM(s)}function lM(i){let t,e=1;do{let n=i,s;i=null;let r=null;for(t=0;n;){t++;let o=n,a=0;for(let c=0;c<e&&(a++,o=o.nextZ,!!o);c++);let l=e;for(;a>0||l>0&&o;)a!==0&&(l===0||!o||n.z<=o.z)?(s=n,n=n.nextZ,a--):(s=o,o=o.nextZ,l--),r?r.nextZ=s:i=s,s.prevZ=r,r=s;n=o}r.nextZ=null,e*=2}while(t>1);return i}function mf(i,t,e,n,s){return i=(i-e)*s|0,t=(t-n)*s|0,i=(i|i<<8)&16711935,i=(i|i<<4)&252645135,i=(i|i<<2)&858993459,i=(i|i<<1)&1431655765,t=(t|t<<8)&16711935,t=(t|t<<4)&252645135,t=(t|t<<2)&858993459,t=(t|t<<1)&1431655765,i|t<<1}function cM(i){let t=i,e=i;do(t.x<e.x||t.x===e.x&&t.y<e.y)&&(e=t),t=t.next;while(t!==i);return e}function f_(i,t,e,n,s,r,o,a){return(s-o)*(t-a)>=(i-o)*(r-a)&&(i-o)*(n-a)>=(e-o)*(t-a)&&(e-o)*(r-a)>=(s-o)*(n-a)}function ba(i,t,e,n,s,r,o,a){return!(i===o&&t===a)&&f_(i,t,e,n,s,r,o,a)}function hM(i,t){return i.next.i!==t.i&&i.prev.i!==t.i&&!uM(i,t)&&(Za(i,t)&&Za(t,i)&&dM(i,t)&&(tn(i.prev,i,t.prev)||tn(i,t.prev,t))||Uo(i,t)&&tn(i.prev,i,i.next)>0&&tn(t.prev,t,t.next)>0)}function tn(i,t,e){return(t.y-i.y)*(e.x-t.x)-(t.x-i.x)*(e.y-t.y)}function Uo(i,t){return i.x===t.x&&i.y===t.y}function p_(i,t,e,n){let s=Tc(tn(i,t,e)),r=Tc(tn(i,t,n)),o=Tc(tn(e,n,i)),a=Tc(tn(e,n,t));return!!(s!==r&&o!==a||s===0&&Ec(i,e,t)||r===0&&Ec(i,n,t)||o===0&&Ec(e,i,n)||a===0&&Ec(e,t,n))}function Ec(i,t,e){return t.x<=Math.max(i.x,e.x)&&t.x>=Math.min(i.x,e.x)&&t.y<=Math.max(i.y,e.y)&&t.y>=Math.min(i.y,e.y)}function Tc(i){return i>0?1:i<0?-1:0}function uM(i,t){let e=i;do{if(e.i!==i.i&&e.next.i!==i.i&&e.i!==t.i&&e.next.i!==t.i&&p_(e,e.next,i,t))return!0;e=e.next}while(e!==i);return!1}function Za(i,t){return tn(i.prev,i,i.next)<0?tn(i,t,i.next)>=0&&tn(i,i.prev,t)>=0:tn(i,t,i.prev)<0||tn(i,i.next,t)<0}function dM(i,t){let e=i,n=!1,s=(i.x+t.x)/2,r=(i.y+t.y)/2;do e.y>r!=e.next.y>r&&e.next.y!==e.y&&s<(e.next.x-e.x)*(r-e.y)/(e.next.y-e.y)+e.x&&(n=!n),e=e.next;while(e!==i);return n}function m_(i,t){let e=gf(i.i,i.x,i.y),n=gf(t.i,t.x,t.y),s=i.next,r=t.prev;return i.next=t,t.prev=i,e.next=s,s.prev=e,n.next=e,e.prev=n,r.next=n,n.prev=r,n}function m0(i,t,e,n){let s=gf(i,t,e);return n?(s.next=n.next,s.prev=n,n.next.prev=s,n.next=s):(s.prev=s,s.next=s),s}function Ja(i){i.next.prev=i.prev,i.prev.next=i.next,i.prevZ&&(i.prevZ.nextZ=i.nextZ),i.nextZ&&(i.nextZ.prevZ=i.prevZ)}function gf(i,t,e){return{i,x:t,y:e,prev:null,next:null,z:0,prevZ:null,nextZ:null,steiner:!1}}function fM(i,t,e,n){let s=0;for(let r=t,o=e-n;r<e;r+=n)s+=(i[o]-i[r])*(i[r+1]+i[o+1]),o=r;return s}var _f=class{static triangulate(t,e,n=2){return KS(t,e,n)}},br=class i{static area(t){let e=t.length,n=0;for(let s=e-1,r=0;r<e;s=r++)n+=t[s].x*t[r].y-t[r].x*t[s].y;return n*.5}static isClockWise(t){return i.area(t)<0}static triangulateShape(t,e){let n=[],s=[],r=[];g0(t),_0(n,t);let o=t.length;e.forEach(g0);for(let l=0;l<e.length;l++)s.push(o),o+=e[l].length,_0(n,e[l]);let a=_f.triangulate(n,s);for(let l=0;l<a.length;l+=3)r.push(a.slice(l,l+3));return r}};function g0(i){let t=i.length;t>2&&i[t-1].equals(i[0])&&i.pop()}function _0(i,t){for(let e=0;e<t.length;e++)i.push(t[e].x),i.push(t[e].y)}var Fo=class i extends en{constructor(t=new Tr([new pt(.5,.5),new pt(-.5,.5),new pt(-.5,-.5),new pt(.5,-.5)]),e={}){super(),this.type="ExtrudeGeometry",this.parameters={shapes:t,options:e},t=Array.isArray(t)?t:[t];let n=this,s=[],r=[];for(let a=0,l=t.length;a<l;a++){let c=t[a];o(c)}this.setAttribute("position",new Fe(s,3)),this.setAttribute("uv",new Fe(r,2)),this.computeVertexNormals();function o(a){let l=[],c=e.curveSegments!==void 0?e.curveSegments:12,h=e.steps!==void 0?e.steps:1,u=e.depth!==void 0?e.depth:1,d=e.bevelEnabled!==void 0?e.bevelEnabled:!0,f=e.bevelThickness!==void 0?e.bevelThickness:.2,p=e.bevelSize!==void 0?e.bevelSize:f-.1,y=e.bevelOffset!==void 0?e.bevelOffset:0,m=e.bevelSegments!==void 0?e.bevelSegments:3,g=e.extrudePath,S=e.UVGenerator!==void 0?e.UVGenerator:pM,A,v=!1,P,E,_,T;if(g){A=g.getSpacedPoints(h),v=!0,d=!1;let rt=g.isCatmullRomCurve3?g.closed:!1;P=g.computeFrenetFrames(h,rt),E=new C,_=new C,T=new C}d||(m=0,f=0,p=0,y=0);let B=a.extractPoints(c),U=B.shape,L=B.holes;if(!br.isClockWise(U)){U=U.reverse();for(let rt=0,yt=L.length;rt<yt;rt++){let _t=L[rt];br.isClockWise(_t)&&(L[rt]=_t.reverse())}}function W(rt){let _t=10000000000000001e-36,Bt=rt[0];for(let Lt=1;Lt<=rt.length;Lt++){let ee=Lt%rt.length,zt=rt[ee],_e=zt.x-Bt.x,de=zt.y-Bt.y,ye=_e*_e+de*de,F=Math.max(Math.abs(zt.x),Math.abs(zt.y),Math.abs(Bt.x),Math.abs(Bt.y)),St=_t*F*F;if(ye<=St){rt.splice(ee,1),Lt--;continue}Bt=zt}}W(U),L.forEach(W);let D=L.length,V=U;for(let rt=0;rt<D;rt++){let yt=L[rt];U=U.concat(yt)}function q(rt,yt,_t){return yt||oe("ExtrudeGeometry: vec does not exist"),rt.clone().addScaledVector(yt,_t)}let k=U.length;function lt(rt,yt,_t){let Bt,Lt,ee,zt=rt.x-yt.x,_e=rt.y-yt.y,de=_t.x-rt.x,ye=_t.y-rt.y,F=zt*zt+_e*_e,St=zt*ye-_e*de;if(Math.abs(St)>Number.EPSILON){let Xt=Math.sqrt(F),he=Math.sqrt(de*de+ye*ye),wt=yt.x-_e/Xt,De=yt.y+zt/Xt,$t=_t.x-ye/he,Qt=_t.y+de/he,R=(($t-wt)*ye-(Qt-De)*de)/(zt*ye-_e*de);Bt=wt+zt*R-rt.x,Lt=De+_e*R-rt.y;let M=Bt*Bt+Lt*Lt;if(M<=2)return new pt(Bt,Lt);ee=Math.sqrt(M/2)}else{let Xt=!1;zt>Number.EPSILON?de>Number.EPSILON&&(Xt=!0):zt<-Number.EPSILON?de<-Number.EPSILON&&(Xt=!0):Math.sign(_e)===Math.sign(ye)&&(Xt=!0),Xt?(Bt=-_e,Lt=zt,ee=Math.sqrt(F)):(Bt=zt,Lt=_e,ee=Math.sqrt(F/2))}return new pt(Bt/ee,Lt/ee)}let Z=[];for(let rt=0,yt=V.length,_t=yt-1,Bt=rt+1;rt<yt;rt++,_t++,Bt++)_t===yt&&(_t=0),Bt===yt&&(Bt=0),Z[rt]=lt(V[rt],V[_t],V[Bt]);let j=[],tt,dt=Z.concat();for(let rt=0,yt=D;rt<yt;rt++){let _t=L[rt];tt=[];for(let Bt=0,Lt=_t.length,ee=Lt-1,zt=Bt+1;Bt<Lt;Bt++,ee++,zt++)ee===Lt&&(ee=0),zt===Lt&&(zt=0),tt[Bt]=lt(_t[Bt],_t[ee],_t[zt]);j.push(tt),dt=dt.concat(tt)}let ct;if(m===0)ct=br.triangulateShape(V,L);else{let rt=[],yt=[];for(let _t=0;_t<m;_t++){let Bt=_t/m,Lt=f*Math.cos(Bt*Math.PI/2),ee=p*Math.sin(Bt*Math.PI/2)+y;for(let zt=0,_e=V.length;zt<_e;zt++){let de=q(V[zt],Z[zt],ee);Ht(de.x,de.y,-Lt),Bt===0&&rt.push(de)}for(let zt=0,_e=D;zt<_e;zt++){let de=L[zt];tt=j[zt];let ye=[];for(let F=0,St=de.length;F<St;F++){let Xt=q(de[F],tt[F],ee);Ht(Xt.x,Xt.y,-Lt),Bt===0&&ye.push(Xt)}Bt===0&&yt.push(ye)}}ct=br.triangulateShape(rt,yt)}let Q=ct.length,gt=p+y;for(let rt=0;rt<k;rt++){let yt=d?q(U[rt],dt[rt],gt):U[rt];v?(_.copy(P.normals[0]).multiplyScalar(yt.x),E.copy(P.binormals[0]).multiplyScalar(yt.y),T.copy(A[0]).add(_).add(E),Ht(T.x,T.y,T.z)):Ht(yt.x,yt.y,0)}for(let rt=1;rt<=h;rt++)for(let yt=0;yt<k;yt++){let _t=d?q(U[yt],dt[yt],gt):U[yt];v?(_.copy(P.normals[rt]).multiplyScalar(_t.x),E.copy(P.binormals[rt]).multiplyScalar(_t.y),T.copy(A[rt]).add(_).add(E),Ht(T.x,T.y,T.z)):Ht(_t.x,_t.y,u/h*rt)}for(let rt=m-1;rt>=0;rt--){let yt=rt/m,_t=f*Math.cos(yt*Math.PI/2),Bt=p*Math.sin(yt*Math.PI/2)+y;for(let Lt=0,ee=V.length;Lt<ee;Lt++){let zt=q(V[Lt],Z[Lt],Bt);Ht(zt.x,zt.y,u+_t)}for(let Lt=0,ee=L.length;Lt<ee;Lt++){let zt=L[Lt];tt=j[Lt];for(let _e=0,de=zt.length;_e<de;_e++){let ye=q(zt[_e],tt[_e],Bt);v?Ht(ye.x,ye.y+A[h-1].y,A[h-1].x+_t):Ht(ye.x,ye.y,u+_t)}}}xt(),It();function xt(){let rt=s.length/3;if(d){let yt=0,_t=k*yt;for(let Bt=0;Bt<Q;Bt++){let Lt=ct[Bt];ie(Lt[2]+_t,Lt[1]+_t,Lt[0]+_t)}yt=h+m*2,_t=k*yt;for(let Bt=0;Bt<Q;Bt++){let Lt=ct[Bt];ie(Lt[0]+_t,Lt[1]+_t,Lt[2]+_t)}}else{for(let yt=0;yt<Q;yt++){let _t=ct[yt];ie(_t[2],_t[1],_t[0])}for(let yt=0;yt<Q;yt++){let _t=ct[yt];ie(_t[0]+k*h,_t[1]+k*h,_t[2]+k*h)}}n.addGroup(rt,s.length/3-rt,0)}function It(){let rt=s.length/3,yt=0;bt(V,yt),yt+=V.length;for(let _t=0,Bt=L.length;_t<Bt;_t++){let Lt=L[_t];bt(Lt,yt),yt+=Lt.length}n.addGroup(rt,s.length/3-rt,1)}function bt(rt,yt){let _t=rt.length;for(;--_t>=0;){let Bt=_t,Lt=_t-1;Lt<0&&(Lt=rt.length-1);for(let ee=0,zt=h+m*2;ee<zt;ee++){let _e=k*ee,de=k*(ee+1),ye=yt+Bt+_e,F=yt+Lt+_e,St=yt+Lt+de,Xt=yt+Bt+de;Jt(ye,F,St,Xt)}}}function Ht(rt,yt,_t){l.push(rt),l.push(yt),l.push(_t)}function ie(rt,yt,_t){se(rt),se(yt),se(_t);let Bt=s.length/3,Lt=S.generateTopUV(n,s,Bt-3,Bt-2,Bt-1);ne(Lt[0]),ne(Lt[1]),ne(Lt[2])}function Jt(rt,yt,_t,Bt){se(rt),se(yt),se(Bt),se(yt),se(_t),se(Bt);let Lt=s.length/3,ee=S.generateSideWallUV(n,s,Lt-6,Lt-3,Lt-2,Lt-1);ne(ee[0]),ne(ee[1]),ne(ee[3]),ne(ee[1]),ne(ee[2]),ne(ee[3])}function se(rt){s.push(l[rt*3+0]),s.push(l[rt*3+1]),s.push(l[rt*3+2])}function ne(rt){r.push(rt.x),r.push(rt.y)}}}copy(t){return super.copy(t),this.parameters=Object.assign({},t.parameters),this}toJSON(){let t=super.toJSON(),e=this.parameters.shapes,n=this.parameters.options;return mM(e,n,t)}static fromJSON(t,e){let n=[];for(let r=0,o=t.shapes.length;r<o;r++){let a=e[t.shapes[r]];n.push(a)}let s=t.options.extrudePath;return s!==void 0&&(t.options.extrudePath=new pf[s.type]().fromJSON(s)),new i(n,t.options)}},pM={generateTopUV:function(i,t,e,n,s){let r=t[e*3],o=t[e*3+1],a=t[n*3],l=t[n*3+1],c=t[s*3],h=t[s*3+1];return[new pt(r,o),new pt(a,l),new pt(c,h)]},generateSideWallUV:function(i,t,e,n,s,r){let o=t[e*3],a=t[e*3+1],l=t[e*3+2],c=t[n*3],h=t[n*3+1],u=t[n*3+2],d=t[s*3],f=t[s*3+1],p=t[s*3+2],y=t[r*3],m=t[r*3+1],g=t[r*3+2];return Math.abs(a-h)<Math.abs(o-c)?[new pt(o,1-l),new pt(c,1-u),new pt(d,1-p),new pt(y,1-g)]:[new pt(a,1-l),new pt(h,1-u),new pt(f,1-p),new pt(m,1-g)]}};function mM(i,t,e){if(e.shapes=[],Array.isArray(i))for(let n=0,s=i.length;n<s;n++){let r=i[n];e.shapes.push(r.uuid)}else e.shapes.push(i.uuid);return e.options=Object.assign({},t),t.extrudePath!==void 0&&(e.options.extrudePath=t.extrudePath.toJSON()),e}var Ka=class i extends en{constructor(t=1,e=1,n=1,s=1){super(),this.type="PlaneGeometry",this.parameters={width:t,height:e,widthSegments:n,heightSegments:s};let r=t/2,o=e/2,a=Math.floor(n),l=Math.floor(s),c=a+1,h=l+1,u=t/a,d=e/l,f=[],p=[],y=[],m=[];for(let g=0;g<h;g++){let S=g*d-o;for(let A=0;A<c;A++){let v=A*u-r;p.push(v,-S,0),y.push(0,0,1),m.push(A/a),m.push(1-g/l)}}for(let g=0;g<l;g++)for(let S=0;S<a;S++){let A=S+c*g,v=S+c*(g+1),P=S+1+c*(g+1),E=S+1+c*g;f.push(A,v,E),f.push(v,P,E)}this.setIndex(f),this.setAttribute("position",new Fe(p,3)),this.setAttribute("normal",new Fe(y,3)),this.setAttribute("uv",new Fe(m,2))}copy(t){return super.copy(t),this.parameters=Object.assign({},t.parameters),this}static fromJSON(t){return new i(t.width,t.height,t.widthSegments,t.heightSegments)}};var Oo=class i extends en{constructor(t=1,e=32,n=16,s=0,r=Math.PI*2,o=0,a=Math.PI){super(),this.type="SphereGeometry",this.parameters={radius:t,widthSegments:e,heightSegments:n,phiStart:s,phiLength:r,thetaStart:o,thetaLength:a},e=Math.max(3,Math.floor(e)),n=Math.max(2,Math.floor(n));let l=Math.min(o+a,Math.PI),c=0,h=[],u=new C,d=new C,f=[],p=[],y=[],m=[];for(let g=0;g<=n;g++){let S=[],A=g/n,v=o+A*a,P=t*Math.cos(v),E=Math.sqrt(t*t-P*P),_=0;g===0&&o===0?_=.5/e:g===n&&l===Math.PI&&(_=-.5/e);for(let T=0;T<=e;T++){let B=T/e,U=s+B*r;u.x=-E*Math.cos(U),u.y=P,u.z=E*Math.sin(U),p.push(u.x,u.y,u.z),d.copy(u).normalize(),y.push(d.x,d.y,d.z),m.push(B+_,1-A),S.push(c++)}h.push(S)}for(let g=0;g<n;g++)for(let S=0;S<e;S++){let A=h[g][S+1],v=h[g][S],P=h[g+1][S],E=h[g+1][S+1];(g!==0||o>0)&&f.push(A,v,E),(g!==n-1||l<Math.PI)&&f.push(v,P,E)}this.setIndex(f),this.setAttribute("position",new Fe(p,3)),this.setAttribute("normal",new Fe(y,3)),this.setAttribute("uv",new Fe(m,2))}copy(t){return super.copy(t),this.parameters=Object.assign({},t.parameters),this}static fromJSON(t){return new i(t.radius,t.widthSegments,t.heightSegments,t.phiStart,t.phiLength,t.thetaStart,t.thetaLength)}};var ja=class i extends en{constructor(t=1,e=.4,n=12,s=48,r=Math.PI*2,o=0,a=Math.PI*2){super(),this.type="TorusGeometry",this.parameters={radius:t,tube:e,radialSegments:n,tubularSegments:s,arc:r,thetaStart:o,thetaLength:a},n=Math.floor(n),s=Math.floor(s);let l=[],c=[],h=[],u=[],d=new C,f=new C,p=new C;for(let y=0;y<=n;y++){let m=o+y/n*a;for(let g=0;g<=s;g++){let S=g/s*r;f.x=(t+e*Math.cos(m))*Math.cos(S),f.y=(t+e*Math.cos(m))*Math.sin(S),f.z=e*Math.sin(m),c.push(f.x,f.y,f.z),d.x=t*Math.cos(S),d.y=t*Math.sin(S),p.subVectors(f,d).normalize(),h.push(p.x,p.y,p.z),u.push(g/s),u.push(y/n)}}for(let y=1;y<=n;y++)for(let m=1;m<=s;m++){let g=(s+1)*y+m-1,S=(s+1)*(y-1)+m-1,A=(s+1)*(y-1)+m,v=(s+1)*y+m;l.push(g,S,v),l.push(S,A,v)}this.setIndex(l),this.setAttribute("position",new Fe(c,3)),this.setAttribute("normal",new Fe(h,3)),this.setAttribute("uv",new Fe(u,2))}copy(t){return super.copy(t),this.parameters=Object.assign({},t.parameters),this}static fromJSON(t){return new i(t.radius,t.tube,t.radialSegments,t.tubularSegments,t.arc,t.thetaStart,t.thetaLength)}};var Qa=class extends en{constructor(t=null){if(super(),this.type="WireframeGeometry",this.parameters={geometry:t},t!==null){let e=[],n=new Set,s=new C,r=new C;if(t.index!==null){let o=t.attributes.position,a=t.index,l=t.groups;l.length===0&&(l=[{start:0,count:a.count,materialIndex:0}]);for(let c=0,h=l.length;c<h;++c){let u=l[c],d=u.start,f=u.count;for(let p=d,y=d+f;p<y;p+=3)for(let m=0;m<3;m++){let g=a.getX(p+m),S=a.getX(p+(m+1)%3);s.fromBufferAttribute(o,g),r.fromBufferAttribute(o,S),x0(s,r,n)===!0&&(e.push(s.x,s.y,s.z),e.push(r.x,r.y,r.z))}}}else{let o=t.attributes.position;for(let a=0,l=o.count/3;a<l;a++)for(let c=0;c<3;c++){let h=3*a+c,u=3*a+(c+1)%3;s.fromBufferAttribute(o,h),r.fromBufferAttribute(o,u),x0(s,r,n)===!0&&(e.push(s.x,s.y,s.z),e.push(r.x,r.y,r.z))}}this.setAttribute("position",new Fe(e,3))}}copy(t){return super.copy(t),this.parameters=Object.assign({},t.parameters),this}};function x0(i,t,e){let n=`${i.x},${i.y},${i.z}-${t.x},${t.y},${t.z}`,s=`${t.x},${t.y},${t.z}-${i.x},${i.y},${i.z}`;return e.has(n)===!0||e.has(s)===!0?!1:(e.add(n),e.add(s),!0)}function Dr(i){let t={};for(let e in i){t[e]={};for(let n in i[e]){let s=i[e][n];if(y0(s))s.isRenderTargetTexture?(te("UniformsUtils: Textures of render targets cannot be cloned via cloneUniforms() or mergeUniforms()."),t[e][n]=null):t[e][n]=s.clone();else if(Array.isArray(s))if(y0(s[0])){let r=[];for(let o=0,a=s.length;o<a;o++)r[o]=s[o].clone();t[e][n]=r}else t[e][n]=s.slice();else t[e][n]=s}}return t}function Wn(i){let t={};for(let e=0;e<i.length;e++){let n=Dr(i[e]);for(let s in n)t[s]=n[s]}return t}function y0(i){return i&&(i.isColor||i.isMatrix3||i.isMatrix4||i.isVector2||i.isVector3||i.isVector4||i.isTexture||i.isQuaternion)}function gM(i){let t=[];for(let e=0;e<i.length;e++)t.push(i[e].clone());return t}function jf(i){let t=i.getRenderTarget();return t===null?i.outputColorSpace:t.isXRRenderTarget===!0?t.texture.colorSpace:Ae.workingColorSpace}var xl={clone:Dr,merge:Wn},_M=`void main() {
	gl_Position = projectionMatrix * modelViewMatrix * vec4( position, 1.0 );
}`,xM=`void main() {
	gl_FragColor = vec4( 1.0, 0.0, 0.0, 1.0 );
}`,Ci=class extends Es{constructor(t){super(),this.isShaderMaterial=!0,this.type="ShaderMaterial",this.defines={},this.uniforms={},this.uniformsGroups=[],this.vertexShader=_M,this.fragmentShader=xM,this.linewidth=1,this.wireframe=!1,this.wireframeLinewidth=1,this.fog=!1,this.lights=!1,this.clipping=!1,this.forceSinglePass=!0,this.extensions={clipCullDistance:!1,multiDraw:!1},this.defaultAttributeValues={color:[1,1,1],uv:[0,0],uv1:[0,0]},this.index0AttributeName=void 0,this.uniformsNeedUpdate=!1,this.glslVersion=null,t!==void 0&&this.setValues(t)}copy(t){return super.copy(t),this.fragmentShader=t.fragmentShader,this.vertexShader=t.vertexShader,this.uniforms=Dr(t.uniforms),this.uniformsGroups=gM(t.uniformsGroups),this.defines=Object.assign({},t.defines),this.wireframe=t.wireframe,this.wireframeLinewidth=t.wireframeLinewidth,this.fog=t.fog,this.lights=t.lights,this.clipping=t.clipping,this.extensions=Object.assign({},t.extensions),this.glslVersion=t.glslVersion,this.defaultAttributeValues=Object.assign({},t.defaultAttributeValues),this.index0AttributeName=t.index0AttributeName,this.uniformsNeedUpdate=t.uniformsNeedUpdate,this}toJSON(t){let e=super.toJSON(t);e.glslVersion=this.glslVersion,e.uniforms={};for(let s in this.uniforms){let o=this.uniforms[s].value;o&&o.isTexture?e.uniforms[s]={type:"t",value:o.toJSON(t).uuid}:o&&o.isColor?e.uniforms[s]={type:"c",value:o.getHex()}:o&&o.isVector2?e.uniforms[s]={type:"v2",value:o.toArray()}:o&&o.isVector3?e.uniforms[s]={type:"v3",value:o.toArray()}:o&&o.isVector4?e.uniforms[s]={type:"v4",value:o.toArray()}:o&&o.isMatrix3?e.uniforms[s]={type:"m3",value:o.toArray()}:o&&o.isMatrix4?e.uniforms[s]={type:"m4",value:o.toArray()}:e.uniforms[s]={value:o}}Object.keys(this.defines).length>0&&(e.defines=this.defines),e.vertexShader=this.vertexShader,e.fragmentShader=this.fragmentShader,e.lights=this.lights,e.clipping=this.clipping;let n={};for(let s in this.extensions)this.extensions[s]===!0&&(n[s]=!0);return Object.keys(n).length>0&&(e.extensions=n),e}fromJSON(t,e){if(super.fromJSON(t,e),t.uniforms!==void 0)for(let n in t.uniforms){let s=t.uniforms[n];switch(this.uniforms[n]={},s.type){case"t":this.uniforms[n].value=e[s.value]||null;break;case"c":this.uniforms[n].value=new ae().setHex(s.value);break;case"v2":this.uniforms[n].value=new pt().fromArray(s.value);break;case"v3":this.uniforms[n].value=new C().fromArray(s.value);break;case"v4":this.uniforms[n].value=new Oe().fromArray(s.value);break;case"m3":this.uniforms[n].value=new me().fromArray(s.value);break;case"m4":this.uniforms[n].value=new pe().fromArray(s.value);break;default:this.uniforms[n].value=s.value}}if(t.defines!==void 0&&(this.defines=t.defines),t.vertexShader!==void 0&&(this.vertexShader=t.vertexShader),t.fragmentShader!==void 0&&(this.fragmentShader=t.fragmentShader),t.glslVersion!==void 0&&(this.glslVersion=t.glslVersion),t.extensions!==void 0)for(let n in t.extensions)this.extensions[n]=t.extensions[n];return t.lights!==void 0&&(this.lights=t.lights),t.clipping!==void 0&&(this.clipping=t.clipping),this}},ih=class extends Ci{constructor(t){super(t),this.isRawShaderMaterial=!0,this.type="RawShaderMaterial"}};var Gn=class extends Es{constructor(t){super(),this.isMeshLambertMaterial=!0,this.type="MeshLambertMaterial",this.color=new ae(16777215),this.map=null,this.lightMap=null,this.lightMapIntensity=1,this.aoMap=null,this.aoMapIntensity=1,this.emissive=new ae(0),this.emissiveIntensity=1,this.emissiveMap=null,this.bumpMap=null,this.bumpScale=1,this.normalMap=null,this.normalMapType=ru,this.normalScale=new pt(1,1),this.displacementMap=null,this.displacementScale=1,this.displacementBias=0,this.specularMap=null,this.alphaMap=null,this.envMap=null,this.envMapRotation=new ws,this.combine=xh,this.reflectivity=1,this.envMapIntensity=1,this.refractionRatio=.98,this.wireframe=!1,this.wireframeLinewidth=1,this.wireframeLinecap="round",this.wireframeLinejoin="round",this.flatShading=!1,this.fog=!0,this.setValues(t)}copy(t){return super.copy(t),this.color.copy(t.color),this.map=t.map,this.lightMap=t.lightMap,this.lightMapIntensity=t.lightMapIntensity,this.aoMap=t.aoMap,this.aoMapIntensity=t.aoMapIntensity,this.emissive.copy(t.emissive),this.emissiveMap=t.emissiveMap,this.emissiveIntensity=t.emissiveIntensity,this.bumpMap=t.bumpMap,this.bumpScale=t.bumpScale,this.normalMap=t.normalMap,this.normalMapType=t.normalMapType,this.normalScale.copy(t.normalScale),this.displacementMap=t.displacementMap,this.displacementScale=t.displacementScale,this.displacementBias=t.displacementBias,this.specularMap=t.specularMap,this.alphaMap=t.alphaMap,this.envMap=t.envMap,this.envMapRotation.copy(t.envMapRotation),this.combine=t.combine,this.reflectivity=t.reflectivity,this.envMapIntensity=t.envMapIntensity,this.refractionRatio=t.refractionRatio,this.wireframe=t.wireframe,this.wireframeLinewidth=t.wireframeLinewidth,this.wireframeLinecap=t.wireframeLinecap,this.wireframeLinejoin=t.wireframeLinejoin,this.flatShading=t.flatShading,this.fog=t.fog,this}},sh=class extends Es{constructor(t){super(),this.isMeshDepthMaterial=!0,this.type="MeshDepthMaterial",this.depthPacking=Q0,this.map=null,this.alphaMap=null,this.displacementMap=null,this.displacementScale=1,this.displacementBias=0,this.wireframe=!1,this.wireframeLinewidth=1,this.setValues(t)}copy(t){return super.copy(t),this.depthPacking=t.depthPacking,this.map=t.map,this.alphaMap=t.alphaMap,this.displacementMap=t.displacementMap,this.displacementScale=t.displacementScale,this.displacementBias=t.displacementBias,this.wireframe=t.wireframe,this.wireframeLinewidth=t.wireframeLinewidth,this}},rh=class extends Es{constructor(t){super(),this.isMeshDistanceMaterial=!0,this.type="MeshDistanceMaterial",this.map=null,this.alphaMap=null,this.displacementMap=null,this.displacementScale=1,this.displacementBias=0,this.setValues(t)}copy(t){return super.copy(t),this.map=t.map,this.alphaMap=t.alphaMap,this.displacementMap=t.displacementMap,this.displacementScale=t.displacementScale,this.displacementBias=t.displacementBias,this}};function yo(i,t){return!i||i.constructor===t?i:typeof t.BYTES_PER_ELEMENT=="number"?new t(i):Array.prototype.slice.call(i)}function Ac(i){return i!==void 0&&i.inTangents!==void 0&&i.outTangents!==void 0}var Ks=class{constructor(t,e,n,s){this.parameterPositions=t,this._cachedIndex=0,this.resultBuffer=s!==void 0?s:new e.constructor(n),this.sampleValues=e,this.valueSize=n,this.settings=null,this.DefaultSettings_={}}evaluate(t){let e=this.parameterPositions,n=this._cachedIndex,s=e[n],r=e[n-1];n:{t:{let o;e:{i:if(!(t<s)){for(let a=n+2;;){if(s===void 0){if(t<r)break i;return n=e.length,this._cachedIndex=n,this.copySampleValue_(n-1)}if(n===a)break;if(r=s,s=e[++n],t<s)break t}o=e.length;break e}if(!(t>=r)){let a=e[1];t<a&&(n=2,r=a);for(let l=n-2;;){if(r===void 0)return this._cachedIndex=0,this.copySampleValue_(0);if(n===l)break;if(s=r,r=e[--n-1],t>=r)break t}o=n,n=0;break e}break n}for(;n<o;){let a=n+o>>>1;t<e[a]?o=a:n=a+1}if(s=e[n],r=e[n-1],r===void 0)return this._cachedIndex=0,this.copySampleValue_(0);if(s===void 0)return n=e.length,this._cachedIndex=n,this.copySampleValue_(n-1)}this._cachedIndex=n,this.intervalChanged_(n,r,s)}return this.interpolate_(n,r,t,s)}getSettings_(){return this.settings||this.DefaultSettings_}copySampleValue_(t){let e=this.resultBuffer,n=this.sampleValues,s=this.valueSize,r=t*s;for(let o=0;o!==s;++o)e[o]=n[r+o];return e}interpolate_(){throw new Error("THREE.Interpolant: Call to abstract method.")}intervalChanged_(){}},oh=class extends Ks{constructor(t,e,n,s){super(t,e,n,s),this._weightPrev=-0,this._offsetPrev=-0,this._weightNext=-0,this._offsetNext=-0,this.DefaultSettings_={endingStart:uf,endingEnd:uf}}intervalChanged_(t,e,n){let s=this.parameterPositions,r=t-2,o=t+1,a=s[r],l=s[o];if(a===void 0)switch(this.getSettings_().endingStart){case df:r=t,a=2*e-n;break;case ff:r=s.length-2,a=e+s[r]-s[r+1];break;default:r=t,a=n}if(l===void 0)switch(this.getSettings_().endingEnd){case df:o=t,l=2*n-e;break;case ff:o=1,l=n+s[1]-s[0];break;default:o=t-1,l=e}let c=(n-e)*.5,h=this.valueSize;this._weightPrev=c/(e-a),this._weightNext=c/(l-n),this._offsetPrev=r*h,this._offsetNext=o*h}interpolate_(t,e,n,s){let r=this.resultBuffer,o=this.sampleValues,a=this.valueSize,l=t*a,c=l-a,h=this._offsetPrev,u=this._offsetNext,d=this._weightPrev,f=this._weightNext,p=(n-e)/(s-e),y=p*p,m=y*p,g=-d*m+2*d*y-d*p,S=(1+d)*m+(-1.5-2*d)*y+(-.5+d)*p+1,A=(-1-f)*m+(1.5+f)*y+.5*p,v=f*m-f*y;for(let P=0;P!==a;++P)r[P]=g*o[h+P]+S*o[c+P]+A*o[l+P]+v*o[u+P];return r}},ah=class extends Ks{constructor(t,e,n,s){super(t,e,n,s)}interpolate_(t,e,n,s){let r=this.resultBuffer,o=this.sampleValues,a=this.valueSize,l=t*a,c=l-a,h=(n-e)/(s-e),u=1-h;for(let d=0;d!==a;++d)r[d]=o[c+d]*u+o[l+d]*h;return r}},lh=class extends Ks{constructor(t,e,n,s){super(t,e,n,s)}interpolate_(t){return this.copySampleValue_(t-1)}},ch=class extends Ks{interpolate_(t,e,n,s){let r=this.resultBuffer,o=this.sampleValues,a=this.valueSize,l=t*a,c=l-a,h=this.inTangents,u=this.outTangents;if(!h||!u){let p=(n-e)/(s-e),y=1-p;for(let m=0;m!==a;++m)r[m]=o[c+m]*y+o[l+m]*p;return r}let d=a*2,f=t-1;for(let p=0;p!==a;++p){let y=o[c+p],m=o[l+p],g=f*d+p*2,S=u[g],A=u[g+1],v=t*d+p*2,P=h[v],E=h[v+1],_=vM(n,e,S,P,s);r[p]=g_(_,y,A,E,m)}return r}};function g_(i,t,e,n,s){let r=1-i;return r*r*r*t+3*r*r*i*e+3*r*i*i*n+i*i*i*s}function yM(i,t,e,n,s){let r=1-i;return 3*r*r*(e-t)+6*r*i*(n-e)+3*i*i*(s-n)}function vM(i,t,e,n,s){let r=(i-t)/(s-t);for(let o=0;o<8;o++){let a=g_(r,t,e,n,s)-i;if(Math.abs(a)<1e-10)break;let l=yM(r,t,e,n,s);if(Math.abs(l)<1e-10)break;r=Math.max(0,Math.min(1,r-a/l))}return r}var vi=class{constructor(t,e,n,s){if(t===void 0)throw new Error("THREE.KeyframeTrack: track name is undefined");if(e===void 0||e.length===0)throw new Error("THREE.KeyframeTrack: no keyframes in track named "+t);this.name=t,this.times=yo(e,this.TimeBufferType),this.values=yo(n,this.ValueBufferType),this.setInterpolation(s||this.DefaultInterpolation)}static toJSON(t){let e=t.constructor,n;if(e.toJSON!==this.toJSON)n=e.toJSON(t);else{n={name:t.name,times:yo(t.times,Array),values:yo(t.values,Array)};let s=t.getInterpolation();s!==t.DefaultInterpolation&&(n.interpolation=s),Ac(t.settings)&&(n.settings={inTangents:yo(t.settings.inTangents,Array),outTangents:yo(t.settings.outTangents,Array)})}return n.type=t.ValueTypeName,n}InterpolantFactoryMethodDiscrete(t){return new lh(this.times,this.values,this.getValueSize(),t)}InterpolantFactoryMethodLinear(t){return new ah(this.times,this.values,this.getValueSize(),t)}InterpolantFactoryMethodSmooth(t){return new oh(this.times,this.values,this.getValueSize(),t)}InterpolantFactoryMethodBezier(t){let e=new ch(this.times,this.values,this.getValueSize(),t);return this.settings&&(e.inTangents=this.settings.inTangents,e.outTangents=this.settings.outTangents),e}setInterpolation(t){let e;switch(t){case Ca:e=this.InterpolantFactoryMethodDiscrete;break;case Hc:e=this.InterpolantFactoryMethodLinear;break;case Ic:e=this.InterpolantFactoryMethodSmooth;break;case hf:e=this.InterpolantFactoryMethodBezier;break}if(e===void 0){let n="unsupported interpolation for "+this.ValueTypeName+" keyframe track named "+this.name;if(this.createInterpolant===void 0)if(t!==this.DefaultInterpolation)this.setInterpolation(this.DefaultInterpolation);else throw new Error(n);return te("KeyframeTrack:",n),this}return this.createInterpolant=e,this}getInterpolation(){switch(this.createInterpolant){case this.InterpolantFactoryMethodDiscrete:return Ca;case this.InterpolantFactoryMethodLinear:return Hc;case this.InterpolantFactoryMethodSmooth:return Ic;case this.InterpolantFactoryMethodBezier:return hf}}getValueSize(){return this.values.length/this.times.length}shift(t){if(t!==0){let e=this.times;for(let n=0,s=e.length;n!==s;++n)e[n]+=t;Ac(this.settings)&&(v0(this.settings.inTangents,t),v0(this.settings.outTangents,t))}return this}scale(t){if(t!==1){let e=this.times;for(let n=0,s=e.length;n!==s;++n)e[n]*=t;Ac(this.settings)&&(S0(this.settings.inTangents,t),S0(this.settings.outTangents,t))}return this}trim(t,e){let n=this.times,s=n.length,r=0,o=s-1;for(;r!==s&&n[r]<t;)++r;for(;o!==-1&&n[o]>e;)--o;if(++o,r!==0||o!==s){r>=o&&(o=Math.max(o,1),r=o-1);let a=this.getValueSize();this.times=n.slice(r,o),this.values=this.values.slice(r*a,o*a)}return this}validate(){let t=!0,e=this.getValueSize();e-Math.floor(e)!==0&&(oe("KeyframeTrack: Invalid value size in track.",this),t=!1);let n=this.times,s=this.values,r=n.length;r===0&&(oe("KeyframeTrack: Track is empty.",this),t=!1);let o=null;for(let a=0;a!==r;a++){let l=n[a];if(typeof l=="number"&&isNaN(l)){oe("KeyframeTrack: Time is not a valid number.",this,a,l),t=!1;break}if(o!==null&&o>l){oe("KeyframeTrack: Out of order keys.",this,a,l,o),t=!1;break}o=l}if(s!==void 0&&cS(s))for(let a=0,l=s.length;a!==l;++a){let c=s[a];if(isNaN(c)){oe("KeyframeTrack: Value is not a valid number.",this,a,c),t=!1;break}}return t}optimize(){let t=this.times.slice(),e=this.values.slice(),n=this.getValueSize(),s=this.getInterpolation()===Ic,r=t.length-1,o=1;for(let a=1;a<r;++a){let l=!1,c=t[a],h=t[a+1];if(c!==h&&(a!==1||c!==t[0]))if(s)l=!0;else{let u=a*n,d=u-n,f=u+n;for(let p=0;p!==n;++p){let y=e[u+p];if(y!==e[d+p]||y!==e[f+p]){l=!0;break}}}if(l){if(a!==o){t[o]=t[a];let u=a*n,d=o*n;for(let f=0;f!==n;++f)e[d+f]=e[u+f]}++o}}if(r>0){t[o]=t[r];for(let a=r*n,l=o*n,c=0;c!==n;++c)e[l+c]=e[a+c];++o}return o!==t.length?(this.times=t.slice(0,o),this.values=e.slice(0,o*n)):(this.times=t,this.values=e),this}clone(){let t=this.times.slice(),e=this.values.slice(),n=this.constructor,s=new n(this.name,t,e);return s.createInterpolant=this.createInterpolant,Ac(this.settings)&&(s.settings={inTangents:this.settings.inTangents.slice(),outTangents:this.settings.outTangents.slice()}),s}};function v0(i,t){for(let e=0,n=i.length;e!==n;e+=2)i[e]+=t}function S0(i,t){for(let e=0,n=i.length;e!==n;e+=2)i[e]*=t}vi.prototype.ValueTypeName="";vi.prototype.TimeBufferType=Float32Array;vi.prototype.ValueBufferType=Float32Array;vi.prototype.DefaultInterpolation=Hc;var js=class extends vi{constructor(t,e,n){super(t,e,n)}};js.prototype.ValueTypeName="bool";js.prototype.ValueBufferType=Array;js.prototype.DefaultInterpolation=Ca;js.prototype.InterpolantFactoryMethodLinear=void 0;js.prototype.InterpolantFactoryMethodSmooth=void 0;var hh=class extends vi{constructor(t,e,n,s){super(t,e,n,s)}};hh.prototype.ValueTypeName="color";var uh=class extends vi{constructor(t,e,n,s){super(t,e,n,s)}};uh.prototype.ValueTypeName="number";var dh=class extends Ks{constructor(t,e,n,s){super(t,e,n,s)}interpolate_(t,e,n,s){let r=this.resultBuffer,o=this.sampleValues,a=this.valueSize,l=(n-e)/(s-e),c=t*a;for(let h=c+a;c!==h;c+=4)Ke.slerpFlat(r,0,o,c-a,o,c,l);return r}},tl=class extends vi{constructor(t,e,n,s){super(t,e,n,s)}InterpolantFactoryMethodLinear(t){return new dh(this.times,this.values,this.getValueSize(),t)}};tl.prototype.ValueTypeName="quaternion";tl.prototype.InterpolantFactoryMethodSmooth=void 0;var Qs=class extends vi{constructor(t,e,n){super(t,e,n)}};Qs.prototype.ValueTypeName="string";Qs.prototype.ValueBufferType=Array;Qs.prototype.DefaultInterpolation=Ca;Qs.prototype.InterpolantFactoryMethodLinear=void 0;Qs.prototype.InterpolantFactoryMethodSmooth=void 0;var fh=class extends vi{constructor(t,e,n,s){super(t,e,n,s)}};fh.prototype.ValueTypeName="vector";var ph=class{constructor(t,e,n){let s=this,r=!1,o=0,a=0,l,c=[];this.onStart=void 0,this.onLoad=t,this.onProgress=e,this.onError=n,this._abortController=null,this.itemStart=function(h){a++,r===!1&&s.onStart!==void 0&&s.onStart(h,o,a),r=!0},this.itemEnd=function(h){o++,s.onProgress!==void 0&&s.onProgress(h,o,a),o===a&&(r=!1,s.onLoad!==void 0&&s.onLoad())},this.itemError=function(h){s.onError!==void 0&&s.onError(h)},this.resolveURL=function(h){return h=h.normalize("NFC"),l?l(h):h},this.setURLModifier=function(h){return l=h,this},this.addHandler=function(h,u){return c.push(h,u),this},this.removeHandler=function(h){let u=c.indexOf(h);return u!==-1&&c.splice(u,2),this},this.getHandler=function(h){for(let u=0,d=c.length;u<d;u+=2){let f=c[u],p=c[u+1];if(f.global&&(f.lastIndex=0),f.test(h))return p}return null},this.abort=function(){return this.abortController.abort(),this._abortController=null,this}}get abortController(){return this._abortController||(this._abortController=new AbortController),this._abortController}},__=new ph,mh=class{constructor(t){this.manager=t!==void 0?t:__,this.crossOrigin="anonymous",this.withCredentials=!1,this.path="",this.resourcePath="",this.requestHeader={},this.priority="auto",this.cache="default",typeof __THREE_DEVTOOLS__<"u"&&__THREE_DEVTOOLS__.dispatchEvent(new CustomEvent("observe",{detail:this}))}load(){}loadAsync(t,e){let n=this;return new Promise(function(s,r){n.load(t,s,e,r)})}parse(){}setCrossOrigin(t){return this.crossOrigin=t,this}setWithCredentials(t){return this.withCredentials=t,this}setPath(t){return this.path=t,this}setResourcePath(t){return this.resourcePath=t,this}setRequestHeader(t){return this.requestHeader=t,this}setPriority(t){return this.priority=t,this}setCache(t){return this.cache=t,this}abort(){return this}};mh.DEFAULT_MATERIAL_NAME="__DEFAULT";var el=class extends Dn{static registerNode(t){this.prototype._lightNode=t}constructor(t,e=1){super(),this.isLight=!0,this.type="Light",this.color=new ae(t),this.intensity=e}copy(t,e){return super.copy(t,e),this.color.copy(t.color),this.intensity=t.intensity,this}toJSON(t){let e=super.toJSON(t);return e.object.color=this.color.getHex(),e.object.intensity=this.intensity,e}},nl=class extends el{constructor(t,e,n){super(t,n),this.isHemisphereLight=!0,this.type="HemisphereLight",this.position.copy(Dn.DEFAULT_UP),this.updateMatrix(),this.groundColor=new ae(e)}copy(t,e){return super.copy(t,e),this.groundColor.copy(t.groundColor),this}toJSON(t){let e=super.toJSON(t);return e.object.groundColor=this.groundColor.getHex(),e}},lf=new pe,M0=new C,b0=new C,gh=class{constructor(t){this.camera=t,this.intensity=1,this.bias=0,this.biasNode=null,this.normalBias=0,this.radius=1,this.blurSamples=8,this.mapSize=new pt(512,512),this.mapType=si,this.map=null,this.mapPass=null,this.matrix=new pe,this.autoUpdate=!0,this.needsUpdate=!1,this._frustum=new $s,this._frameExtents=new pt(1,1),this._viewportCount=1,this._viewports=[new Oe(0,0,1,1)]}getViewportCount(){return this._viewportCount}getCamera(){return this.camera}getFrustum(){return this._frustum}updateMatrices(t){let e=this.camera;M0.setFromMatrixPosition(t.matrixWorld),e.position.copy(M0),b0.setFromMatrixPosition(t.target.matrixWorld),e.lookAt(b0),e.updateMatrixWorld(),this._updateMatrix(e,this.matrix,this._frustum)}_updateMatrix(t,e,n,s){lf.multiplyMatrices(t.projectionMatrix,t.matrixWorldInverse),n.setFromProjectionMatrix(lf,t.coordinateSystem,t.reversedDepth);let r=this._frameExtents,o=s?s.z/r.x:1,a=s?s.w/r.y:1,l=s?s.x/r.x:0,c=s?s.y/r.y:0;t.coordinateSystem===To||t.reversedDepth?e.set(.5*o,0,0,.5*o+l,0,.5*a,0,.5*a+c,0,0,1,0,0,0,0,1):e.set(.5*o,0,0,.5*o+l,0,.5*a,0,.5*a+c,0,0,.5,.5,0,0,0,1),e.multiply(lf)}getViewport(t){return this._viewports[t]}getFrameExtents(){return this._frameExtents}dispose(){this.map&&this.map.dispose(),this.mapPass&&this.mapPass.dispose()}copy(t){return this.camera=t.camera.clone(),this.intensity=t.intensity,this.bias=t.bias,this.radius=t.radius,this.autoUpdate=t.autoUpdate,this.needsUpdate=t.needsUpdate,this.normalBias=t.normalBias,this.blurSamples=t.blurSamples,this.mapSize.copy(t.mapSize),this.mapType=t.mapType,this.biasNode=t.biasNode,this}clone(){return new this.constructor().copy(this)}toJSON(){let t={};return t.intensity=this.intensity,t.bias=this.bias,t.normalBias=this.normalBias,t.radius=this.radius,t.blurSamples=this.blurSamples,t.mapSize=this.mapSize.toArray(),t.mapType=this.mapType,t.camera=this.camera.toJSON(!1).object,delete t.camera.matrix,t}},Rc=new C,Cc=new Ke,Qi=new C,il=class extends Dn{constructor(){super(),this.isCamera=!0,this.type="Camera",this.matrixWorldInverse=new pe,this.projectionMatrix=new pe,this.projectionMatrixInverse=new pe,this.coordinateSystem=Ai,this._reversedDepth=!1}get reversedDepth(){return this._reversedDepth}copy(t,e){return super.copy(t,e),this.matrixWorldInverse.copy(t.matrixWorldInverse),this.projectionMatrix.copy(t.projectionMatrix),this.projectionMatrixInverse.copy(t.projectionMatrixInverse),this.coordinateSystem=t.coordinateSystem,this}getWorldDirection(t){return super.getWorldDirection(t).negate()}updateMatrixWorld(t){super.updateMatrixWorld(t),this.matrixWorld.decompose(Rc,Cc,Qi),Qi.x===1&&Qi.y===1&&Qi.z===1?this.matrixWorldInverse.copy(this.matrixWorld).invert():this.matrixWorldInverse.compose(Rc,Cc,Qi.set(1,1,1)).invert()}updateWorldMatrix(t,e,n=!1){super.updateWorldMatrix(t,e,n),this.matrixWorld.decompose(Rc,Cc,Qi),Qi.x===1&&Qi.y===1&&Qi.z===1?this.matrixWorldInverse.copy(this.matrixWorld).invert():this.matrixWorldInverse.compose(Rc,Cc,Qi.set(1,1,1)).invert()}clone(){return new this.constructor().copy(this)}},Xs=new C,w0=new pt,E0=new pt,jn=class extends il{constructor(t=50,e=1,n=.1,s=2e3){super(),this.isPerspectiveCamera=!0,this.type="PerspectiveCamera",this.fov=t,this.zoom=1,this.near=n,this.far=s,this.focus=10,this.aspect=e,this.view=null,this.filmGauge=35,this.filmOffset=0,this.updateProjectionMatrix()}copy(t,e){return super.copy(t,e),this.fov=t.fov,this.zoom=t.zoom,this.near=t.near,this.far=t.far,this.focus=t.focus,this.aspect=t.aspect,this.view=t.view===null?null:Object.assign({},t.view),this.filmGauge=t.filmGauge,this.filmOffset=t.filmOffset,this}setFocalLength(t){let e=.5*this.getFilmHeight()/t;this.fov=Ro*2*Math.atan(e),this.updateProjectionMatrix()}getFocalLength(){let t=Math.tan(Ea*.5*this.fov);return .5*this.getFilmHeight()/t}getEffectiveFOV(){return Ro*2*Math.atan(Math.tan(Ea*.5*this.fov)/this.zoom)}getFilmWidth(){return this.filmGauge*Math.min(this.aspect,1)}getFilmHeight(){return this.filmGauge/Math.max(this.aspect,1)}getViewBounds(t,e,n){Xs.set(-1,-1,.5).applyMatrix4(this.projectionMatrixInverse),e.set(Xs.x,Xs.y).multiplyScalar(-t/Xs.z),Xs.set(1,1,.5).applyMatrix4(this.projectionMatrixInverse),n.set(Xs.x,Xs.y).multiplyScalar(-t/Xs.z)}getViewSize(t,e){return this.getViewBounds(t,w0,E0),e.subVectors(E0,w0)}setViewOffset(t,e,n,s,r,o){this.aspect=t/e,this.view===null&&(this.view={enabled:!0,fullWidth:1,fullHeight:1,offsetX:0,offsetY:0,width:1,height:1}),this.view.enabled=!0,this.view.fullWidth=t,this.view.fullHeight=e,this.view.offsetX=n,this.view.offsetY=s,this.view.width=r,this.view.height=o,this.updateProjectionMatrix()}clearViewOffset(){this.view!==null&&(this.view.enabled=!1),this.updateProjectionMatrix()}updateProjectionMatrix(){let t=this.near,e=t*Math.tan(Ea*.5*this.fov)/this.zoom,n=2*e,s=this.aspect*n,r=-.5*s,o=this.view;if(this.view!==null&&this.view.enabled){let l=o.fullWidth,c=o.fullHeight;r+=o.offsetX*s/l,e-=o.offsetY*n/c,s*=o.width/l,n*=o.height/c}let a=this.filmOffset;a!==0&&(r+=t*a/this.getFilmWidth()),this.projectionMatrix.makePerspective(r,r+s,e,e-n,t,this.far,this.coordinateSystem,this.reversedDepth),this.projectionMatrixInverse.copy(this.projectionMatrix).invert()}toJSON(t){let e=super.toJSON(t);return e.object.fov=this.fov,e.object.zoom=this.zoom,e.object.near=this.near,e.object.far=this.far,e.object.focus=this.focus,e.object.aspect=this.aspect,this.view!==null&&(e.object.view=Object.assign({},this.view)),e.object.filmGauge=this.filmGauge,e.object.filmOffset=this.filmOffset,e}};var Rr=class extends il{constructor(t=-1,e=1,n=1,s=-1,r=.1,o=2e3){super(),this.isOrthographicCamera=!0,this.type="OrthographicCamera",this.zoom=1,this.view=null,this.left=t,this.right=e,this.top=n,this.bottom=s,this.near=r,this.far=o,this.updateProjectionMatrix()}copy(t,e){return super.copy(t,e),this.left=t.left,this.right=t.right,this.top=t.top,this.bottom=t.bottom,this.near=t.near,this.far=t.far,this.zoom=t.zoom,this.view=t.view===null?null:Object.assign({},t.view),this}setViewOffset(t,e,n,s,r,o){this.view===null&&(this.view={enabled:!0,fullWidth:1,fullHeight:1,offsetX:0,offsetY:0,width:1,height:1}),this.view.enabled=!0,this.view.fullWidth=t,this.view.fullHeight=e,this.view.offsetX=n,this.view.offsetY=s,this.view.width=r,this.view.height=o,this.updateProjectionMatrix()}clearViewOffset(){this.view!==null&&(this.view.enabled=!1),this.updateProjectionMatrix()}updateProjectionMatrix(){let t=(this.right-this.left)/(2*this.zoom),e=(this.top-this.bottom)/(2*this.zoom),n=(this.right+this.left)/2,s=(this.top+this.bottom)/2,r=n-t,o=n+t,a=s+e,l=s-e;if(this.view!==null&&this.view.enabled){let c=(this.right-this.left)/this.view.fullWidth/this.zoom,h=(this.top-this.bottom)/this.view.fullHeight/this.zoom;r+=c*this.view.offsetX,o=r+c*this.view.width,a-=h*this.view.offsetY,l=a-h*this.view.height}this.projectionMatrix.makeOrthographic(r,o,a,l,this.near,this.far,this.coordinateSystem,this.reversedDepth),this.projectionMatrixInverse.copy(this.projectionMatrix).invert()}toJSON(t){let e=super.toJSON(t);return e.object.zoom=this.zoom,e.object.left=this.left,e.object.right=this.right,e.object.top=this.top,e.object.bottom=this.bottom,e.object.near=this.near,e.object.far=this.far,this.view!==null&&(e.object.view=Object.assign({},this.view)),e}},xf=class extends gh{constructor(){super(new Rr(-5,5,5,-5,.5,500)),this.isDirectionalLightShadow=!0}},sl=class extends el{constructor(t,e){super(t,e),this.isDirectionalLight=!0,this.type="DirectionalLight",this.position.copy(Dn.DEFAULT_UP),this.updateMatrix(),this.target=new Dn,this.shadow=new xf}dispose(){super.dispose(),this.shadow.dispose()}copy(t){return super.copy(t),this.target=t.target.clone(),this.shadow=t.shadow.clone(),this}toJSON(t){let e=super.toJSON(t);return e.object.shadow=this.shadow.toJSON(),e.object.target=this.target.uuid,e}};var rl=class extends en{constructor(){super(),this.isInstancedBufferGeometry=!0,this.type="InstancedBufferGeometry",this.instanceCount=1/0}copy(t){return super.copy(t),this.instanceCount=t.instanceCount,this}toJSON(){let t=super.toJSON();return t.instanceCount=this.instanceCount,t.isInstancedBufferGeometry=!0,t}};var vo=-90,So=1,Bo=class extends Dn{constructor(t,e,n){super(),this.type="CubeCamera",this.renderTarget=n,this.coordinateSystem=null,this.activeMipmapLevel=0;let s=new jn(vo,So,t,e);s.layers=this.layers,this.add(s);let r=new jn(vo,So,t,e);r.layers=this.layers,this.add(r);let o=new jn(vo,So,t,e);o.layers=this.layers,this.add(o);let a=new jn(vo,So,t,e);a.layers=this.layers,this.add(a);let l=new jn(vo,So,t,e);l.layers=this.layers,this.add(l);let c=new jn(vo,So,t,e);c.layers=this.layers,this.add(c)}updateCoordinateSystem(){let t=this.coordinateSystem,e=this.children.concat(),[n,s,r,o,a,l]=e;for(let c of e)this.remove(c);if(t===Ai)n.up.set(0,1,0),n.lookAt(1,0,0),s.up.set(0,1,0),s.lookAt(-1,0,0),r.up.set(0,0,-1),r.lookAt(0,1,0),o.up.set(0,0,1),o.lookAt(0,-1,0),a.up.set(0,1,0),a.lookAt(0,0,1),l.up.set(0,1,0),l.lookAt(0,0,-1);else if(t===To)n.up.set(0,-1,0),n.lookAt(-1,0,0),s.up.set(0,-1,0),s.lookAt(1,0,0),r.up.set(0,0,1),r.lookAt(0,1,0),o.up.set(0,0,-1),o.lookAt(0,-1,0),a.up.set(0,-1,0),a.lookAt(0,0,1),l.up.set(0,-1,0),l.lookAt(0,0,-1);else throw new Error("THREE.CubeCamera.updateCoordinateSystem(): Invalid coordinate system: "+t);for(let c of e)this.add(c),c.updateMatrixWorld()}update(t,e){this.parent===null&&this.updateMatrixWorld();let{renderTarget:n,activeMipmapLevel:s}=this;this.coordinateSystem!==t.coordinateSystem&&(this.coordinateSystem=t.coordinateSystem,this.updateCoordinateSystem());let[r,o,a,l,c,h]=this.children,u=t.getRenderTarget(),d=t.getActiveCubeFace(),f=t.getActiveMipmapLevel(),p=t.xr.enabled;t.xr.enabled=!1;let y=n.texture.mipmapsAutoUpdate;n.texture.mipmapsAutoUpdate=!1;let m=!1;t.isWebGLRenderer===!0?m=t.state.buffers.depth.getReversed():m=t.reversedDepthBuffer,t.setRenderTarget(n,0,s),m&&t.autoClear===!1&&t.clearDepth(),t.render(e,r),t.setRenderTarget(n,1,s),m&&t.autoClear===!1&&t.clearDepth(),t.render(e,o),t.setRenderTarget(n,2,s),m&&t.autoClear===!1&&t.clearDepth(),t.render(e,a),t.setRenderTarget(n,3,s),m&&t.autoClear===!1&&t.clearDepth(),t.render(e,l),t.setRenderTarget(n,4,s),m&&t.autoClear===!1&&t.clearDepth(),t.render(e,c),n.texture.mipmapsAutoUpdate=y,t.setRenderTarget(n,5,s),m&&t.autoClear===!1&&t.clearDepth(),t.render(e,h),t.setRenderTarget(u,d,f),t.xr.enabled=p,n.texture.needsPMREMUpdate=!0}},_h=class extends jn{constructor(t=[]){super(),this.isArrayCamera=!0,this.isMultiViewCamera=!1,this.cameras=t,this.perCameraFrustumCulled=!1}};var Qf="\\[\\]\\.:\\/",SM=new RegExp("["+Qf+"]","g"),tp="[^"+Qf+"]",MM="[^"+Qf.replace("\\.","")+"]",bM=/((?:WC+[\/:])*)/.source.replace("WC",tp),wM=/(WCOD+)?/.source.replace("WCOD",MM),EM=/(?:\.(WC+)(?:\[(.+)\])?)?/.source.replace("WC",tp),TM=/\.(WC+)(?:\[(.+)\])?/.source.replace("WC",tp),AM=new RegExp("^"+bM+wM+EM+TM+"$"),RM=["material","materials","bones","map"],yf=class{constructor(t,e,n){let s=n||Je.parseTrackName(e);this._targetGroup=t,this._bindings=t.subscribe_(e,s)}getValue(t,e){this.bind();let n=this._targetGroup.nCachedObjects_,s=this._bindings[n];s!==void 0&&s.getValue(t,e)}setValue(t,e){let n=this._bindings;for(let s=this._targetGroup.nCachedObjects_,r=n.length;s!==r;++s)n[s].setValue(t,e)}bind(){let t=this._bindings;for(let e=this._targetGroup.nCachedObjects_,n=t.length;e!==n;++e)t[e].bind()}unbind(){let t=this._bindings;for(let e=this._targetGroup.nCachedObjects_,n=t.length;e!==n;++e)t[e].unbind()}},Je=class i{constructor(t,e,n){this.path=e,this.parsedPath=n||i.parseTrackName(e),this.node=i.findNode(t,this.parsedPath.nodeName),this.rootNode=t,this.getValue=this._getValue_unbound,this.setValue=this._setValue_unbound}static create(t,e,n){return t&&t.isAnimationObjectGroup?new i.Composite(t,e,n):new i(t,e,n)}static sanitizeNodeName(t){return t.replace(/\s/g,"_").replace(SM,"")}static parseTrackName(t){let e=AM.exec(t);if(e===null)throw new Error("THREE.PropertyBinding: Cannot parse trackName: "+t);let n={nodeName:e[2],objectName:e[3],objectIndex:e[4],propertyName:e[5],propertyIndex:e[6]},s=n.nodeName&&n.nodeName.lastIndexOf(".");if(s!==void 0&&s!==-1){let r=n.nodeName.substring(s+1);RM.indexOf(r)!==-1&&(n.nodeName=n.nodeName.substring(0,s),n.objectName=r)}if(n.propertyName===null||n.propertyName.length===0)throw new Error("THREE.PropertyBinding: can not parse propertyName from trackName: "+t);return n}static findNode(t,e){if(e===void 0||e===""||e==="."||e===-1||e===t.name||e===t.uuid)return t;if(t.skeleton){let n=t.skeleton.getBoneByName(e);if(n!==void 0)return n}if(t.children){let n=function(r){for(let o=0;o<r.length;o++){let a=r[o];if(a.name===e||a.uuid===e)return a;let l=n(a.children);if(l)return l}return null},s=n(t.children);if(s)return s}return null}_getValue_unavailable(){}_setValue_unavailable(){}_getValue_direct(t,e){t[e]=this.targetObject[this.propertyName]}_getValue_array(t,e){let n=this.resolvedProperty;for(let s=0,r=n.length;s!==r;++s)t[e++]=n[s]}_getValue_arrayElement(t,e){t[e]=this.resolvedProperty[this.propertyIndex]}_getValue_toArray(t,e){this.resolvedProperty.toArray(t,e)}_setValue_direct(t,e){this.targetObject[this.propertyName]=t[e]}_setValue_direct_setNeedsUpdate(t,e){this.targetObject[this.propertyName]=t[e],this.targetObject.needsUpdate=!0}_setValue_direct_setMatrixWorldNeedsUpdate(t,e){this.targetObject[this.propertyName]=t[e],this.targetObject.matrixWorldNeedsUpdate=!0}_setValue_array(t,e){let n=this.resolvedProperty;for(let s=0,r=n.length;s!==r;++s)n[s]=t[e++]}_setValue_array_setNeedsUpdate(t,e){let n=this.resolvedProperty;for(let s=0,r=n.length;s!==r;++s)n[s]=t[e++];this.targetObject.needsUpdate=!0}_setValue_array_setMatrixWorldNeedsUpdate(t,e){let n=this.resolvedProperty;for(let s=0,r=n.length;s!==r;++s)n[s]=t[e++];this.targetObject.matrixWorldNeedsUpdate=!0}_setValue_arrayElement(t,e){this.resolvedProperty[this.propertyIndex]=t[e]}_setValue_arrayElement_setNeedsUpdate(t,e){this.resolvedProperty[this.propertyIndex]=t[e],this.targetObject.needsUpdate=!0}_setValue_arrayElement_setMatrixWorldNeedsUpdate(t,e){this.resolvedProperty[this.propertyIndex]=t[e],this.targetObject.matrixWorldNeedsUpdate=!0}_setValue_fromArray(t,e){this.resolvedProperty.fromArray(t,e)}_setValue_fromArray_setNeedsUpdate(t,e){this.resolvedProperty.fromArray(t,e),this.targetObject.needsUpdate=!0}_setValue_fromArray_setMatrixWorldNeedsUpdate(t,e){this.resolvedProperty.fromArray(t,e),this.targetObject.matrixWorldNeedsUpdate=!0}_getValue_unbound(t,e){this.bind(),this.getValue(t,e)}_setValue_unbound(t,e){this.bind(),this.setValue(t,e)}bind(){let t=this.node,e=this.parsedPath,n=e.objectName,s=e.propertyName,r=e.propertyIndex;if(t||(t=i.findNode(this.rootNode,e.nodeName),this.node=t),this.getValue=this._getValue_unavailable,this.setValue=this._setValue_unavailable,!t){te("PropertyBinding: No target node found for track: "+this.path+".");return}if(n){let c=e.objectIndex;switch(n){case"materials":if(!t.material){oe("PropertyBinding: Can not bind to material as node does not have a material.",this);return}if(!t.material.materials){oe("PropertyBinding: Can not bind to material.materials as node.material does not have a materials array.",this);return}t=t.material.materials;break;case"bones":if(!t.skeleton){oe("PropertyBinding: Can not bind to bones as node does not have a skeleton.",this);return}t=t.skeleton.bones;for(let h=0;h<t.length;h++)if(t[h].name===c){c=h;break}break;case"map":if("map"in t){t=t.map;break}if(!t.material){oe("PropertyBinding: Can not bind to material as node does not have a material.",this);return}if(!t.material.map){oe("PropertyBinding: Can not bind to material.map as node.material does not have a map.",this);return}t=t.material.map;break;default:if(t[n]===void 0){oe("PropertyBinding: Can not bind to objectName of node undefined.",this);return}t=t[n]}if(c!==void 0){if(t[c]===void 0){oe("PropertyBinding: Trying to bind to objectIndex of objectName, but is undefined.",this,t);return}t=t[c]}}let o=t[s];if(o===void 0){let c=e.nodeName;oe("PropertyBinding: Trying to update property for track: "+c+"."+s+" but it wasn't found.",t);return}let a=this.Versioning.None;this.targetObject=t,t.isMaterial===!0?a=this.Versioning.NeedsUpdate:t.isObject3D===!0&&(a=this.Versioning.MatrixWorldNeedsUpdate);let l=this.BindingType.Direct;if(r!==void 0){if(s==="morphTargetInfluences"){if(!t.geometry){oe("PropertyBinding: Can not bind to morphTargetInfluences because node does not have a geometry.",this);return}if(!t.geometry.morphAttributes){oe("PropertyBinding: Can not bind to morphTargetInfluences because node does not have a geometry.morphAttributes.",this);return}t.morphTargetDictionary[r]!==void 0&&(r=t.morphTargetDictionary[r])}l=this.BindingType.ArrayElement,this.resolvedProperty=o,this.propertyIndex=r}else o.fromArray!==void 0&&o.toArray!==void 0?(l=this.BindingType.HasFromToArray,this.resolvedProperty=o):Array.isArray(o)?(l=this.BindingType.EntireArray,this.resolvedProperty=o):this.propertyName=s;this.getValue=this.GetterByBindingType[l],this.setValue=this.SetterByBindingTypeAndVersioning[l][a]}unbind(){this.node=null,this.getValue=this._getValue_unbound,this.setValue=this._setValue_unbound}};Je.Composite=yf;Je.prototype.BindingType={Direct:0,EntireArray:1,ArrayElement:2,HasFromToArray:3};Je.prototype.Versioning={None:0,NeedsUpdate:1,MatrixWorldNeedsUpdate:2};Je.prototype.GetterByBindingType=[Je.prototype._getValue_direct,Je.prototype._getValue_array,Je.prototype._getValue_arrayElement,Je.prototype._getValue_toArray];Je.prototype.SetterByBindingTypeAndVersioning=[[Je.prototype._setValue_direct,Je.prototype._setValue_direct_setNeedsUpdate,Je.prototype._setValue_direct_setMatrixWorldNeedsUpdate],[Je.prototype._setValue_array,Je.prototype._setValue_array_setNeedsUpdate,Je.prototype._setValue_array_setMatrixWorldNeedsUpdate],[Je.prototype._setValue_arrayElement,Je.prototype._setValue_arrayElement_setNeedsUpdate,Je.prototype._setValue_arrayElement_setMatrixWorldNeedsUpdate],[Je.prototype._setValue_fromArray,Je.prototype._setValue_fromArray_setNeedsUpdate,Je.prototype._setValue_fromArray_setMatrixWorldNeedsUpdate]];var nR=new Float32Array(1);var tr=class extends Ba{constructor(t,e,n=1){super(t,e),this.isInstancedInterleavedBuffer=!0,this.meshPerAttribute=n}copy(t){return super.copy(t),this.meshPerAttribute=t.meshPerAttribute,this}clone(t){let e=super.clone(t);return e.meshPerAttribute=this.meshPerAttribute,e}toJSON(t){let e=super.toJSON(t);return e.isInstancedInterleavedBuffer=!0,e.meshPerAttribute=this.meshPerAttribute,e}};var T0=new pe,ol=class{constructor(t,e,n=0,s=1/0){this.ray=new Ys(t,e),this.near=n,this.far=s,this.camera=null,this.layers=new Po,this.params={Mesh:{},Line:{threshold:1},LOD:{},Points:{threshold:1},Sprite:{}}}set(t,e){this.ray.set(t,e)}setFromCamera(t,e){e.isPerspectiveCamera?(this.ray.origin.setFromMatrixPosition(e.matrixWorld),this.ray.direction.set(t.x,t.y,.5).unproject(e).sub(this.ray.origin).normalize(),this.camera=e):e.isOrthographicCamera?(this.ray.origin.set(t.x,t.y,e.projectionMatrix.elements[14]).unproject(e),this.ray.direction.set(0,0,-1).transformDirection(e.matrixWorld),this.camera=e):oe("Raycaster: Unsupported camera type: "+e.type)}setFromXRController(t){return T0.identity().extractRotation(t.matrixWorld),this.ray.origin.setFromMatrixPosition(t.matrixWorld),this.ray.direction.set(0,0,-1).applyMatrix4(T0),this}intersectObject(t,e=!0,n=[]){return vf(t,this,n,e),n.sort(A0),n}intersectObjects(t,e=!0,n=[]){for(let s=0,r=t.length;s<r;s++)vf(t[s],this,n,e);return n.sort(A0),n}};function A0(i,t){return i.distance-t.distance}function vf(i,t,e,n){let s=!0;if(i.layers.test(t.layers)&&i.raycast(t,e)===!1&&(s=!1),s===!0&&n===!0){let r=i.children;for(let o=0,a=r.length;o<a;o++)vf(r[o],t,e,!0)}}var zo=class{constructor(t=1,e=0,n=0){this.radius=t,this.phi=e,this.theta=n}set(t,e,n){return this.radius=t,this.phi=e,this.theta=n,this}copy(t){return this.radius=t.radius,this.phi=t.phi,this.theta=t.theta,this}makeSafe(){return this.phi=fe(this.phi,1e-6,Math.PI-1e-6),this}setFromVector3(t){return this.setFromCartesianCoords(t.x,t.y,t.z)}setFromCartesianCoords(t,e,n){return this.radius=Math.sqrt(t*t+e*e+n*n),this.radius===0?(this.theta=0,this.phi=0):(this.theta=Math.atan2(t,n),this.phi=Math.acos(fe(e/this.radius,-1,1))),this}clone(){return new this.constructor().copy(this)}};var Sf=class{static{this.prototype.isMatrix2=!0}constructor(t,e,n,s){this.elements=[1,0,0,1],t!==void 0&&this.set(t,e,n,s)}identity(){return this.set(1,0,0,1),this}fromArray(t,e=0){for(let n=0;n<4;n++)this.elements[n]=t[n+e];return this}set(t,e,n,s){let r=this.elements;return r[0]=t,r[2]=e,r[1]=n,r[3]=s,this}};var R0=new C,Pc=new C,Mo=new C,bo=new C,cf=new C,CM=new C,PM=new C,al=class{constructor(t=new C,e=new C){this.start=t,this.end=e}set(t,e){return this.start.copy(t),this.end.copy(e),this}copy(t){return this.start.copy(t.start),this.end.copy(t.end),this}getCenter(t){return t.addVectors(this.start,this.end).multiplyScalar(.5)}delta(t){return t.subVectors(this.end,this.start)}distanceSq(){return this.start.distanceToSquared(this.end)}distance(){return this.start.distanceTo(this.end)}at(t,e){return this.delta(e).multiplyScalar(t).add(this.start)}closestPointToPointParameter(t,e){R0.subVectors(t,this.start),Pc.subVectors(this.end,this.start);let n=Pc.dot(Pc);if(n===0)return 0;let r=Pc.dot(R0)/n;return e&&(r=fe(r,0,1)),r}closestPointToPoint(t,e,n){let s=this.closestPointToPointParameter(t,e);return this.delta(n).multiplyScalar(s).add(this.start)}distanceSqToLine3(t,e=CM,n=PM){let s=10000000000000001e-32,r,o,a=this.start,l=t.start,c=this.end,h=t.end;Mo.subVectors(c,a),bo.subVectors(h,l),cf.subVectors(a,l);let u=Mo.dot(Mo),d=bo.dot(bo),f=bo.dot(cf);if(u<=s&&d<=s)return e.copy(a),n.copy(l),e.distanceToSquared(n);if(u<=s)r=0,o=f/d,o=fe(o,0,1);else{let p=Mo.dot(cf);if(d<=s)o=0,r=fe(-p/u,0,1);else{let y=Mo.dot(bo),m=u*d-y*y;m!==0?r=fe((y*f-p*d)/m,0,1):r=0,o=(y*r+f)/d,o<0?(o=0,r=fe(-p/u,0,1)):o>1&&(o=1,r=fe((y-p)/u,0,1))}}return e.copy(a).addScaledVector(Mo,r),n.copy(l).addScaledVector(bo,o),e.distanceToSquared(n)}applyMatrix4(t){return this.start.applyMatrix4(t),this.end.applyMatrix4(t),this}equals(t){return t.start.equals(this.start)&&t.end.equals(this.end)}clone(){return new this.constructor().copy(this)}};var ll=class extends ki{constructor(t,e=null){super(),this.object=t,this.domElement=e,this.enabled=!0,this.state=-1,this.keys={},this.mouseButtons={LEFT:null,MIDDLE:null,RIGHT:null},this.touches={ONE:null,TWO:null}}connect(t){this.domElement!==null&&this.disconnect(),this.domElement=t}disconnect(){}dispose(){}update(){}};function ep(i,t,e,n){let s=IM(n);switch(e){case kf:return i*t;case Eh:return i*t/s.components*s.byteLength;case Th:return i*t/s.components*s.byteLength;case nr:return i*t*2/s.components*s.byteLength;case Ah:return i*t*2/s.components*s.byteLength;case Vf:return i*t*3/s.components*s.byteLength;case Gi:return i*t*4/s.components*s.byteLength;case Rh:return i*t*4/s.components*s.byteLength;case ul:case dl:return Math.floor((i+3)/4)*Math.floor((t+3)/4)*8;case fl:case pl:return Math.floor((i+3)/4)*Math.floor((t+3)/4)*16;case Ph:case Lh:return Math.max(i,16)*Math.max(t,8)/4;case Ch:case Ih:return Math.max(i,8)*Math.max(t,8)/2;case Dh:case Nh:case Fh:case Oh:return Math.floor((i+3)/4)*Math.floor((t+3)/4)*8;case Uh:case ml:case Bh:return Math.floor((i+3)/4)*Math.floor((t+3)/4)*16;case zh:return Math.floor((i+3)/4)*Math.floor((t+3)/4)*16;case kh:return Math.floor((i+4)/5)*Math.floor((t+3)/4)*16;case Vh:return Math.floor((i+4)/5)*Math.floor((t+4)/5)*16;case Hh:return Math.floor((i+5)/6)*Math.floor((t+4)/5)*16;case Gh:return Math.floor((i+5)/6)*Math.floor((t+5)/6)*16;case Wh:return Math.floor((i+7)/8)*Math.floor((t+4)/5)*16;case Xh:return Math.floor((i+7)/8)*Math.floor((t+5)/6)*16;case qh:return Math.floor((i+7)/8)*Math.floor((t+7)/8)*16;case Yh:return Math.floor((i+9)/10)*Math.floor((t+4)/5)*16;case $h:return Math.floor((i+9)/10)*Math.floor((t+5)/6)*16;case Zh:return Math.floor((i+9)/10)*Math.floor((t+7)/8)*16;case Jh:return Math.floor((i+9)/10)*Math.floor((t+9)/10)*16;case Kh:return Math.floor((i+11)/12)*Math.floor((t+9)/10)*16;case jh:return Math.floor((i+11)/12)*Math.floor((t+11)/12)*16;case Qh:case tu:case eu:return Math.ceil(i/4)*Math.ceil(t/4)*16;case nu:case iu:return Math.ceil(i/4)*Math.ceil(t/4)*8;case gl:case su:return Math.ceil(i/4)*Math.ceil(t/4)*16}throw new Error(`Unable to determine texture byte length for ${e} format.`)}function IM(i){switch(i){case si:case Ff:return{byteLength:1,components:1};case Go:case Of:case Hi:return{byteLength:2,components:1};case bh:case wh:return{byteLength:2,components:4};case Vi:case Mh:case Pi:return{byteLength:4,components:1};case Bf:case zf:return{byteLength:4,components:3}}throw new Error(`THREE.TextureUtils: Unknown texture type ${i}.`)}typeof __THREE_DEVTOOLS__<"u"&&__THREE_DEVTOOLS__.dispatchEvent(new CustomEvent("register",{detail:{revision:"187"}}));typeof window<"u"&&(window.__THREE__?te("WARNING: Multiple instances of Three.js being imported."):window.__THREE__="187");function z_(){let i=null,t=!1,e=null,n=null;function s(r,o){n=i.requestAnimationFrame(s),e(r,o)}return{start:function(){t!==!0&&e!==null&&i!==null&&(n=i.requestAnimationFrame(s),t=!0)},stop:function(){i!==null&&i.cancelAnimationFrame(n),t=!1},setAnimationLoop:function(r){e=r},setContext:function(r){i=r}}}function FM(i){let t=new WeakMap;function e(a,l){let c=a.array,h=a.usage,u=c.byteLength,d=i.createBuffer();i.bindBuffer(l,d),i.bufferData(l,c,h),a.onUploadCallback();let f;if(c instanceof Float32Array)f=i.FLOAT;else if(typeof Float16Array<"u"&&c instanceof Float16Array)f=i.HALF_FLOAT;else if(c instanceof Uint16Array)a.isFloat16BufferAttribute?f=i.HALF_FLOAT:f=i.UNSIGNED_SHORT;else if(c instanceof Int16Array)f=i.SHORT;else if(c instanceof Uint32Array)f=i.UNSIGNED_INT;else if(c instanceof Int32Array)f=i.INT;else if(c instanceof Int8Array)f=i.BYTE;else if(c instanceof Uint8Array)f=i.UNSIGNED_BYTE;else if(c instanceof Uint8ClampedArray)f=i.UNSIGNED_BYTE;else throw new Error("THREE.WebGLAttributes: Unsupported buffer data format: "+c);return{buffer:d,type:f,bytesPerElement:c.BYTES_PER_ELEMENT,version:a.version,size:u}}function n(a,l,c){let h=l.array,u=l.updateRanges;if(i.bindBuffer(c,a),u.length===0)i.bufferSubData(c,0,h);else{u.sort((f,p)=>f.start-p.start);let d=0;for(let f=1;f<u.length;f++){let p=u[d],y=u[f];y.start<=p.start+p.count+1?p.count=Math.max(p.count,y.start+y.count-p.start):(++d,u[d]=y)}u.length=d+1;for(let f=0,p=u.length;f<p;f++){let y=u[f];i.bufferSubData(c,y.start*h.BYTES_PER_ELEMENT,h,y.start,y.count)}l.clearUpdateRanges()}l.onUploadCallback()}function s(a){return a.isInterleavedBufferAttribute&&(a=a.data),t.get(a)}function r(a){a.isInterleavedBufferAttribute&&(a=a.data);let l=t.get(a);l&&(i.deleteBuffer(l.buffer),t.delete(a))}function o(a,l){if(a.isInterleavedBufferAttribute&&(a=a.data),a.isGLBufferAttribute){let h=t.get(a);(!h||h.version<a.version)&&t.set(a,{buffer:a.buffer,type:a.type,bytesPerElement:a.elementSize,version:a.version});return}let c=t.get(a);if(c===void 0)t.set(a,e(a,l));else if(c.version<a.version){if(c.size!==a.array.byteLength)throw new Error("THREE.WebGLAttributes: The size of the buffer attribute's array buffer does not match the original size. Resizing buffer attributes is not supported.");n(c.buffer,a,l),c.version=a.version}}return{get:s,remove:r,update:o}}var OM=`#ifdef USE_ALPHAHASH
	if ( diffuseColor.a < getAlphaHashThreshold( vPosition ) ) discard;
#endif`,BM=`#ifdef USE_ALPHAHASH
	const float ALPHA_HASH_SCALE = 0.05;
	float hash2D( vec2 value ) {
		return fract( 1.0e4 * sin( 17.0 * value.x + 0.1 * value.y ) * ( 0.1 + abs( sin( 13.0 * value.y + value.x ) ) ) );
	}
	float hash3D( vec3 value ) {
		return hash2D( vec2( hash2D( value.xy ), value.z ) );
	}
	float getAlphaHashThreshold( vec3 position ) {
		float maxDeriv = max(
			length( dFdx( position.xyz ) ),
			length( dFdy( position.xyz ) )
		);
		float pixScale = 1.0 / ( ALPHA_HASH_SCALE * maxDeriv );
		vec2 pixScales = vec2(
			exp2( floor( log2( pixScale ) ) ),
			exp2( ceil( log2( pixScale ) ) )
		);
		vec2 alpha = vec2(
			hash3D( floor( pixScales.x * position.xyz ) ),
			hash3D( floor( pixScales.y * position.xyz ) )
		);
		float lerpFactor = fract( log2( pixScale ) );
		float x = ( 1.0 - lerpFactor ) * alpha.x + lerpFactor * alpha.y;
		float a = min( lerpFactor, 1.0 - lerpFactor );
		vec3 cases = vec3(
			x * x / ( 2.0 * a * ( 1.0 - a ) ),
			( x - 0.5 * a ) / ( 1.0 - a ),
			1.0 - ( ( 1.0 - x ) * ( 1.0 - x ) / ( 2.0 * a * ( 1.0 - a ) ) )
		);
		float threshold = ( x < ( 1.0 - a ) )
			? ( ( x < a ) ? cases.x : cases.y )
			: cases.z;
		return clamp( threshold , 1.0e-6, 1.0 );
	}
#endif`,zM=`#ifdef USE_ALPHAMAP
	diffuseColor.a *= texture2D( alphaMap, vAlphaMapUv ).g;
#endif`,kM=`#ifdef USE_ALPHAMAP
	uniform sampler2D alphaMap;
#endif`,VM=`#ifdef USE_ALPHATEST
	#ifdef ALPHA_TO_COVERAGE
	diffuseColor.a = smoothstep( alphaTest, alphaTest + fwidth( diffuseColor.a ), diffuseColor.a );
	if ( diffuseColor.a == 0.0 ) discard;
	#else
	if ( diffuseColor.a < alphaTest ) discard;
	#endif
#endif`,HM=`#ifdef USE_ALPHATEST
	uniform float alphaTest;
#endif`,GM=`#ifdef USE_AOMAP
	float ambientOcclusion = ( texture2D( aoMap, vAoMapUv ).r - 1.0 ) * aoMapIntensity + 1.0;
	reflectedLight.indirectDiffuse *= ambientOcclusion;
	#if defined( USE_CLEARCOAT ) 
		clearcoatSpecularIndirect *= ambientOcclusion;
	#endif
	#if defined( USE_SHEEN ) 
		sheenSpecularIndirect *= ambientOcclusion;
	#endif
	#if defined( USE_ENVMAP ) && defined( STANDARD )
		float dotNV = saturate( dot( geometryNormal, geometryViewDir ) );
		reflectedLight.indirectSpecular *= computeSpecularOcclusion( dotNV, ambientOcclusion, material.roughness );
	#endif
#endif`,WM=`#ifdef USE_AOMAP
	uniform sampler2D aoMap;
	uniform float aoMapIntensity;
#endif`,XM=`#ifdef USE_BATCHING
	#if ! defined( GL_ANGLE_multi_draw )
	#define gl_DrawID _gl_DrawID
	uniform int _gl_DrawID;
	#endif
	uniform highp sampler2D batchingTexture;
	uniform highp usampler2D batchingIdTexture;
	mat4 getBatchingMatrix( const in float i ) {
		int size = textureSize( batchingTexture, 0 ).x;
		int j = int( i ) * 4;
		int x = j % size;
		int y = j / size;
		vec4 v1 = texelFetch( batchingTexture, ivec2( x, y ), 0 );
		vec4 v2 = texelFetch( batchingTexture, ivec2( x + 1, y ), 0 );
		vec4 v3 = texelFetch( batchingTexture, ivec2( x + 2, y ), 0 );
		vec4 v4 = texelFetch( batchingTexture, ivec2( x + 3, y ), 0 );
		return mat4( v1, v2, v3, v4 );
	}
	float getIndirectIndex( const in int i ) {
		int size = textureSize( batchingIdTexture, 0 ).x;
		int x = i % size;
		int y = i / size;
		return float( texelFetch( batchingIdTexture, ivec2( x, y ), 0 ).r );
	}
#endif
#ifdef USE_BATCHING_COLOR
	uniform sampler2D batchingColorTexture;
	vec4 getBatchingColor( const in float i ) {
		int size = textureSize( batchingColorTexture, 0 ).x;
		int j = int( i );
		int x = j % size;
		int y = j / size;
		return texelFetch( batchingColorTexture, ivec2( x, y ), 0 );
	}
#endif`,qM=`#ifdef USE_BATCHING
	mat4 batchingMatrix = getBatchingMatrix( getIndirectIndex( gl_DrawID ) );
#endif`,YM=`vec3 transformed = vec3( position );
#ifdef USE_ALPHAHASH
	vPosition = vec3( position );
#endif`,$M=`vec3 objectNormal = vec3( normal );
#ifdef USE_TANGENT
	vec3 objectTangent = vec3( tangent.xyz );
#endif`,ZM=`float G_BlinnPhong_Implicit( ) {
	return 0.25;
}
float D_BlinnPhong( const in float shininess, const in float dotNH ) {
	return RECIPROCAL_PI * ( shininess * 0.5 + 1.0 ) * pow( dotNH, shininess );
}
vec3 BRDF_BlinnPhong( const in vec3 lightDir, const in vec3 viewDir, const in vec3 normal, const in vec3 specularColor, const in float shininess ) {
	vec3 halfDir = normalize( lightDir + viewDir );
	float dotNH = saturate( dot( normal, halfDir ) );
	float dotVH = saturate( dot( viewDir, halfDir ) );
	vec3 F = F_Schlick( specularColor, 1.0, dotVH );
	float G = G_BlinnPhong_Implicit( );
	float D = D_BlinnPhong( shininess, dotNH );
	return F * ( G * D );
} // validated`,JM=`#ifdef USE_IRIDESCENCE
	const mat3 XYZ_TO_REC709 = mat3(
		 3.2404542, -0.9692660,  0.0556434,
		-1.5371385,  1.8760108, -0.2040259,
		-0.4985314,  0.0415560,  1.0572252
	);
	vec3 Fresnel0ToIor( vec3 fresnel0 ) {
		vec3 sqrtF0 = sqrt( fresnel0 );
		return ( vec3( 1.0 ) + sqrtF0 ) / ( vec3( 1.0 ) - sqrtF0 );
	}
	vec3 IorToFresnel0( vec3 transmittedIor, float incidentIor ) {
		return pow2( ( transmittedIor - vec3( incidentIor ) ) / ( transmittedIor + vec3( incidentIor ) ) );
	}
	float IorToFresnel0( float transmittedIor, float incidentIor ) {
		return pow2( ( transmittedIor - incidentIor ) / ( transmittedIor + incidentIor ));
	}
	vec3 evalSensitivity( float OPD, vec3 shift ) {
		float phase = 2.0 * PI * OPD * 1.0e-9;
		vec3 val = vec3( 5.4856e-13, 4.4201e-13, 5.2481e-13 );
		vec3 pos = vec3( 1.6810e+06, 1.7953e+06, 2.2084e+06 );
		vec3 var = vec3( 4.3278e+09, 9.3046e+09, 6.6121e+09 );
		vec3 xyz = val * sqrt( 2.0 * PI * var ) * cos( pos * phase + shift ) * exp( - pow2( phase ) * var );
		xyz.x += 9.7470e-14 * sqrt( 2.0 * PI * 4.5282e+09 ) * cos( 2.2399e+06 * phase + shift[ 0 ] ) * exp( - 4.5282e+09 * pow2( phase ) );
		xyz /= 1.0685e-7;
		vec3 rgb = XYZ_TO_REC709 * xyz;
		return rgb;
	}
	vec3 evalIridescence( float outsideIOR, float eta2, float cosTheta1, float thinFilmThickness, vec3 baseF0 ) {
		vec3 I;
		float iridescenceIOR = mix( outsideIOR, eta2, smoothstep( 0.0, 0.03, thinFilmThickness ) );
		float sinTheta2Sq = pow2( outsideIOR / iridescenceIOR ) * ( 1.0 - pow2( cosTheta1 ) );
		float cosTheta2Sq = 1.0 - sinTheta2Sq;
		if ( cosTheta2Sq < 0.0 ) {
			return vec3( 1.0 );
		}
		float cosTheta2 = sqrt( cosTheta2Sq );
		float R0 = IorToFresnel0( iridescenceIOR, outsideIOR );
		float R12 = F_Schlick( R0, 1.0, cosTheta1 );
		float T121 = 1.0 - R12;
		float phi12 = 0.0;
		if ( iridescenceIOR < outsideIOR ) phi12 = PI;
		float phi21 = PI - phi12;
		vec3 baseIOR = Fresnel0ToIor( clamp( baseF0, 0.0, 0.9999 ) );		vec3 R1 = IorToFresnel0( baseIOR, iridescenceIOR );
		vec3 R23 = F_Schlick( R1, 1.0, cosTheta2 );
		vec3 phi23 = vec3( 0.0 );
		if ( baseIOR[ 0 ] < iridescenceIOR ) phi23[ 0 ] = PI;
		if ( baseIOR[ 1 ] < iridescenceIOR ) phi23[ 1 ] = PI;
		if ( baseIOR[ 2 ] < iridescenceIOR ) phi23[ 2 ] = PI;
		float OPD = 2.0 * iridescenceIOR * thinFilmThickness * cosTheta2;
		vec3 phi = vec3( phi21 ) + phi23;
		vec3 R123 = clamp( R12 * R23, 1e-5, 0.9999 );
		vec3 r123 = sqrt( R123 );
		vec3 Rs = pow2( T121 ) * R23 / ( vec3( 1.0 ) - R123 );
		vec3 C0 = R12 + Rs;
		I = C0;
		vec3 Cm = Rs - T121;
		for ( int m = 1; m <= 2; ++ m ) {
			Cm *= r123;
			vec3 Sm = 2.0 * evalSensitivity( float( m ) * OPD, float( m ) * phi );
			I += Cm * Sm;
		}
		return max( I, vec3( 0.0 ) );
	}
#endif`,KM=`#ifdef USE_BUMPMAP
	uniform sampler2D bumpMap;
	uniform float bumpScale;
	vec2 dHdxy_fwd() {
		vec2 dSTdx = dFdx( vBumpMapUv );
		vec2 dSTdy = dFdy( vBumpMapUv );
		float Hll = bumpScale * texture2D( bumpMap, vBumpMapUv ).x;
		float dBx = bumpScale * texture2D( bumpMap, vBumpMapUv + dSTdx ).x - Hll;
		float dBy = bumpScale * texture2D( bumpMap, vBumpMapUv + dSTdy ).x - Hll;
		return vec2( dBx, dBy );
	}
	vec3 perturbNormalArb( vec3 surf_pos, vec3 surf_norm, vec2 dHdxy, float faceDirection ) {
		vec3 vSigmaX = normalize( dFdx( surf_pos.xyz ) );
		vec3 vSigmaY = normalize( dFdy( surf_pos.xyz ) );
		vec3 vN = surf_norm;
		vec3 R1 = cross( vSigmaY, vN );
		vec3 R2 = cross( vN, vSigmaX );
		float fDet = dot( vSigmaX, R1 ) * faceDirection;
		vec3 vGrad = sign( fDet ) * ( dHdxy.x * R1 + dHdxy.y * R2 );
		return normalize( abs( fDet ) * surf_norm - vGrad );
	}
#endif`,jM=`#if NUM_CLIPPING_PLANES > 0
	vec4 plane;
	#ifdef ALPHA_TO_COVERAGE
		float distanceToPlane, distanceGradient;
		float clipOpacity = 1.0;
		#pragma unroll_loop_start
		for ( int i = 0; i < UNION_CLIPPING_PLANES; i ++ ) {
			plane = clippingPlanes[ i ];
			distanceToPlane = - dot( vClipPosition, plane.xyz ) + plane.w;
			distanceGradient = fwidth( distanceToPlane ) / 2.0;
			clipOpacity *= smoothstep( - distanceGradient, distanceGradient, distanceToPlane );
			if ( clipOpacity == 0.0 ) discard;
		}
		#pragma unroll_loop_end
		#if UNION_CLIPPING_PLANES < NUM_CLIPPING_PLANES
			float unionClipOpacity = 1.0;
			#pragma unroll_loop_start
			for ( int i = UNION_CLIPPING_PLANES; i < NUM_CLIPPING_PLANES; i ++ ) {
				plane = clippingPlanes[ i ];
				distanceToPlane = - dot( vClipPosition, plane.xyz ) + plane.w;
				distanceGradient = fwidth( distanceToPlane ) / 2.0;
				unionClipOpacity *= 1.0 - smoothstep( - distanceGradient, distanceGradient, distanceToPlane );
			}
			#pragma unroll_loop_end
			clipOpacity *= 1.0 - unionClipOpacity;
		#endif
		diffuseColor.a *= clipOpacity;
		if ( diffuseColor.a == 0.0 ) discard;
	#else
		#pragma unroll_loop_start
		for ( int i = 0; i < UNION_CLIPPING_PLANES; i ++ ) {
			plane = clippingPlanes[ i ];
			if ( dot( vClipPosition, plane.xyz ) > plane.w ) discard;
		}
		#pragma unroll_loop_end
		#if UNION_CLIPPING_PLANES < NUM_CLIPPING_PLANES
			bool clipped = true;
			#pragma unroll_loop_start
			for ( int i = UNION_CLIPPING_PLANES; i < NUM_CLIPPING_PLANES; i ++ ) {
				plane = clippingPlanes[ i ];
				clipped = ( dot( vClipPosition, plane.xyz ) > plane.w ) && clipped;
			}
			#pragma unroll_loop_end
			if ( clipped ) discard;
		#endif
	#endif
#endif`,QM=`#if NUM_CLIPPING_PLANES > 0
	varying vec3 vClipPosition;
	uniform vec4 clippingPlanes[ NUM_CLIPPING_PLANES ];
#endif`,tb=`#if NUM_CLIPPING_PLANES > 0
	varying vec3 vClipPosition;
#endif`,eb=`#if NUM_CLIPPING_PLANES > 0
	vClipPosition = - mvPosition.xyz;
#endif`,nb=`#if defined( USE_COLOR ) || defined( USE_COLOR_ALPHA )
	diffuseColor *= vColor;
#endif`,ib=`#if defined( USE_COLOR ) || defined( USE_COLOR_ALPHA )
	varying vec4 vColor;
#endif`,sb=`#if defined( USE_COLOR ) || defined( USE_COLOR_ALPHA ) || defined( USE_INSTANCING_COLOR ) || defined( USE_BATCHING_COLOR )
	varying vec4 vColor;
#endif`,rb=`#if defined( USE_COLOR ) || defined( USE_COLOR_ALPHA ) || defined( USE_INSTANCING_COLOR ) || defined( USE_BATCHING_COLOR )
	vColor = vec4( 1.0 );
#endif
#ifdef USE_COLOR_ALPHA
	vColor *= color;
#elif defined( USE_COLOR )
	vColor.rgb *= color;
#endif
#ifdef USE_INSTANCING_COLOR
	vColor.rgb *= instanceColor.rgb;
#endif
#ifdef USE_BATCHING_COLOR
	vColor *= getBatchingColor( getIndirectIndex( gl_DrawID ) );
#endif`,ob=`#define PI 3.141592653589793
#define PI2 6.283185307179586
#define PI_HALF 1.5707963267948966
#define RECIPROCAL_PI 0.3183098861837907
#define RECIPROCAL_PI2 0.15915494309189535
#define EPSILON 1e-6
#ifndef saturate
#define saturate( a ) clamp( a, 0.0, 1.0 )
#endif
#define whiteComplement( a ) ( 1.0 - saturate( a ) )
float pow2( const in float x ) { return x*x; }
vec3 pow2( const in vec3 x ) { return x*x; }
float pow3( const in float x ) { return x*x*x; }
float pow4( const in float x ) { float x2 = x*x; return x2*x2; }
float max3( const in vec3 v ) { return max( max( v.x, v.y ), v.z ); }
float average( const in vec3 v ) { return dot( v, vec3( 0.3333333 ) ); }
highp float rand( const in vec2 uv ) {
	const highp float a = 12.9898, b = 78.233, c = 43758.5453;
	highp float dt = dot( uv.xy, vec2( a,b ) ), sn = mod( dt, PI );
	return fract( sin( sn ) * c );
}
#ifdef HIGH_PRECISION
	float precisionSafeLength( vec3 v ) { return length( v ); }
#else
	float precisionSafeLength( vec3 v ) {
		float maxComponent = max3( abs( v ) );
		return length( v / maxComponent ) * maxComponent;
	}
#endif
struct IncidentLight {
	vec3 color;
	vec3 direction;
	bool visible;
};
struct ReflectedLight {
	vec3 directDiffuse;
	vec3 directSpecular;
	vec3 indirectDiffuse;
	vec3 indirectSpecular;
};
#ifdef USE_ALPHAHASH
	varying vec3 vPosition;
#endif
vec3 transformDirection( in vec3 dir, in mat4 matrix ) {
	return normalize( ( matrix * vec4( dir, 0.0 ) ).xyz );
}
#define inverseTransformDirection transformDirectionByInverseViewMatrix
vec3 transformNormalByInverseViewMatrix( in vec3 normal, in mat4 viewMatrix ) {
	return normalize( ( vec4( normal, 0.0 ) * viewMatrix ).xyz );
}
vec3 transformDirectionByInverseViewMatrix( in vec3 dir, in mat4 viewMatrix ) {
	return normalize( ( vec4( dir, 0.0 ) * viewMatrix ).xyz );
}
bool isPerspectiveMatrix( mat4 m ) {
	return m[ 2 ][ 3 ] == - 1.0;
}
vec2 equirectUv( in vec3 dir ) {
	float u = atan( dir.z, dir.x ) * RECIPROCAL_PI2 + 0.5;
	float v = asin( clamp( dir.y, - 1.0, 1.0 ) ) * RECIPROCAL_PI + 0.5;
	return vec2( u, v );
}
vec3 BRDF_Lambert( const in vec3 diffuseColor ) {
	return RECIPROCAL_PI * diffuseColor;
}
vec3 F_Schlick( const in vec3 f0, const in float f90, const in float dotVH ) {
	float fresnel = exp2( ( - 5.55473 * dotVH - 6.98316 ) * dotVH );
	return f0 * ( 1.0 - fresnel ) + ( f90 * fresnel );
}
float F_Schlick( const in float f0, const in float f90, const in float dotVH ) {
	float fresnel = exp2( ( - 5.55473 * dotVH - 6.98316 ) * dotVH );
	return f0 * ( 1.0 - fresnel ) + ( f90 * fresnel );
} // validated`,ab=`vec3 transformedNormal = objectNormal;
#ifdef USE_TANGENT
	vec3 transformedTangent = objectTangent;
#endif
#ifdef USE_BATCHING
	mat3 bm = mat3( batchingMatrix );
	transformedNormal /= vec3( dot( bm[ 0 ], bm[ 0 ] ), dot( bm[ 1 ], bm[ 1 ] ), dot( bm[ 2 ], bm[ 2 ] ) );
	transformedNormal = bm * transformedNormal;
	#ifdef USE_TANGENT
		transformedTangent = bm * transformedTangent;
	#endif
#endif
#ifdef USE_INSTANCING
	mat3 im = mat3( instanceMatrix );
	transformedNormal /= vec3( dot( im[ 0 ], im[ 0 ] ), dot( im[ 1 ], im[ 1 ] ), dot( im[ 2 ], im[ 2 ] ) );
	transformedNormal = im * transformedNormal;
	#ifdef USE_TANGENT
		transformedTangent = im * transformedTangent;
	#endif
#endif
transformedNormal = normalMatrix * transformedNormal;
#ifdef FLIP_SIDED
	transformedNormal = - transformedNormal;
#endif
#ifdef USE_TANGENT
	transformedTangent = ( modelViewMatrix * vec4( transformedTangent, 0.0 ) ).xyz;
#endif`,lb=`#ifdef USE_DISPLACEMENTMAP
	uniform sampler2D displacementMap;
	uniform float displacementScale;
	uniform float displacementBias;
#endif`,cb=`#ifdef USE_DISPLACEMENTMAP
	transformed += normalize( objectNormal ) * ( texture2D( displacementMap, vDisplacementMapUv ).x * displacementScale + displacementBias );
#endif`,hb=`#ifdef USE_EMISSIVEMAP
	vec4 emissiveColor = texture2D( emissiveMap, vEmissiveMapUv );
	#ifdef DECODE_VIDEO_TEXTURE_EMISSIVE
		emissiveColor = sRGBTransferEOTF( emissiveColor );
	#endif
	totalEmissiveRadiance *= emissiveColor.rgb;
#endif`,ub=`#ifdef USE_EMISSIVEMAP
	uniform sampler2D emissiveMap;
#endif`,db="gl_FragColor = linearToOutputTexel( gl_FragColor );",fb=`vec4 LinearTransferOETF( in vec4 value ) {
	return value;
}
vec4 sRGBTransferEOTF( in vec4 value ) {
	return vec4( mix( pow( value.rgb * 0.9478672986 + vec3( 0.0521327014 ), vec3( 2.4 ) ), value.rgb * 0.0773993808, vec3( lessThanEqual( value.rgb, vec3( 0.04045 ) ) ) ), value.a );
}
vec4 sRGBTransferOETF( in vec4 value ) {
	return vec4( mix( pow( value.rgb, vec3( 0.41666 ) ) * 1.055 - vec3( 0.055 ), value.rgb * 12.92, vec3( lessThanEqual( value.rgb, vec3( 0.0031308 ) ) ) ), value.a );
}`,pb=`#ifdef USE_ENVMAP
	#ifdef ENV_WORLDPOS
		vec3 cameraToFrag;
		if ( isOrthographic ) {
			cameraToFrag = normalize( vec3( - viewMatrix[ 0 ][ 2 ], - viewMatrix[ 1 ][ 2 ], - viewMatrix[ 2 ][ 2 ] ) );
		} else {
			cameraToFrag = normalize( vWorldPosition - cameraPosition );
		}
		vec3 worldNormal = transformNormalByInverseViewMatrix( normal, viewMatrix );
		#ifdef ENVMAP_MODE_REFLECTION
			vec3 reflectVec = reflect( cameraToFrag, worldNormal );
		#else
			vec3 reflectVec = refract( cameraToFrag, worldNormal, refractionRatio );
		#endif
	#else
		vec3 reflectVec = vReflect;
	#endif
	#ifdef ENVMAP_TYPE_CUBE
		vec4 envColor = textureCube( envMap, envMapRotation * reflectVec );
		#ifdef ENVMAP_BLENDING_MULTIPLY
			outgoingLight = mix( outgoingLight, outgoingLight * envColor.xyz, specularStrength * reflectivity );
		#elif defined( ENVMAP_BLENDING_MIX )
			outgoingLight = mix( outgoingLight, envColor.xyz, specularStrength * reflectivity );
		#elif defined( ENVMAP_BLENDING_ADD )
			outgoingLight += envColor.xyz * specularStrength * reflectivity;
		#endif
	#endif
#endif`,mb=`#ifdef USE_ENVMAP
	uniform float envMapIntensity;
	uniform mat3 envMapRotation;
	uniform samplerCube envMap;
	#ifdef ENVMAP_TYPE_PMREM
		float roughnessToMip( const in float roughness ) {
			float r = clamp( roughness, 0.0, 1.0 );
			return ENVMAP_MAX_LOD * r * ( 2.0 - r );
		}
	#endif
#endif`,gb=`#ifdef USE_ENVMAP
	uniform float reflectivity;
	#if defined( USE_BUMPMAP ) || defined( USE_NORMALMAP ) || defined( PHONG ) || defined( LAMBERT )
		#define ENV_WORLDPOS
	#endif
	#ifdef ENV_WORLDPOS
		varying vec3 vWorldPosition;
		uniform float refractionRatio;
	#else
		varying vec3 vReflect;
	#endif
#endif`,_b=`#ifdef USE_ENVMAP
	#if defined( USE_BUMPMAP ) || defined( USE_NORMALMAP ) || defined( PHONG ) || defined( LAMBERT )
		#define ENV_WORLDPOS
	#endif
	#ifdef ENV_WORLDPOS
		
		varying vec3 vWorldPosition;
	#else
		varying vec3 vReflect;
		uniform float refractionRatio;
	#endif
#endif`,xb=`#ifdef USE_ENVMAP
	#ifdef ENV_WORLDPOS
		vWorldPosition = worldPosition.xyz;
	#else
		vec3 cameraToVertex;
		if ( isOrthographic ) {
			cameraToVertex = normalize( vec3( - viewMatrix[ 0 ][ 2 ], - viewMatrix[ 1 ][ 2 ], - viewMatrix[ 2 ][ 2 ] ) );
		} else {
			cameraToVertex = normalize( worldPosition.xyz - cameraPosition );
		}
		vec3 worldNormal = transformNormalByInverseViewMatrix( transformedNormal, viewMatrix );
		#ifdef ENVMAP_MODE_REFLECTION
			vReflect = reflect( cameraToVertex, worldNormal );
		#else
			vReflect = refract( cameraToVertex, worldNormal, refractionRatio );
		#endif
	#endif
#endif`,yb=`#ifdef USE_FOG
	vFogDepth = - mvPosition.z;
#endif`,vb=`#ifdef USE_FOG
	varying float vFogDepth;
#endif`,Sb=`#ifdef USE_FOG
	#ifdef FOG_EXP2
		float fogFactor = 1.0 - exp( - fogDensity * fogDensity * vFogDepth * vFogDepth );
	#else
		float fogFactor = smoothstep( fogNear, fogFar, vFogDepth );
	#endif
	gl_FragColor.rgb = mix( gl_FragColor.rgb, fogColor, fogFactor );
#endif`,Mb=`#ifdef USE_FOG
	uniform vec3 fogColor;
	varying float vFogDepth;
	#ifdef FOG_EXP2
		uniform float fogDensity;
	#else
		uniform float fogNear;
		uniform float fogFar;
	#endif
#endif`,bb=`#ifdef USE_GRADIENTMAP
	uniform sampler2D gradientMap;
#endif
vec3 getGradientIrradiance( vec3 normal, vec3 lightDirection ) {
	float dotNL = dot( normal, lightDirection );
	vec2 coord = vec2( dotNL * 0.5 + 0.5, 0.0 );
	#ifdef USE_GRADIENTMAP
		return vec3( texture2D( gradientMap, coord ).r );
	#else
		vec2 fw = fwidth( coord ) * 0.5;
		return mix( vec3( 0.7 ), vec3( 1.0 ), smoothstep( 0.7 - fw.x, 0.7 + fw.x, coord.x ) );
	#endif
}`,wb=`#ifdef USE_LIGHTMAP
	uniform sampler2D lightMap;
	uniform float lightMapIntensity;
#endif`,Eb=`LambertMaterial material;
material.diffuseColor = diffuseColor.rgb;
material.specularStrength = specularStrength;`,Tb=`varying vec3 vViewPosition;
struct LambertMaterial {
	vec3 diffuseColor;
	float specularStrength;
};
void RE_Direct_Lambert( const in IncidentLight directLight, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in LambertMaterial material, inout ReflectedLight reflectedLight ) {
	float dotNL = saturate( dot( geometryNormal, directLight.direction ) );
	vec3 irradiance = dotNL * directLight.color;
	reflectedLight.directDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
}
void RE_IndirectDiffuse_Lambert( const in vec3 irradiance, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in LambertMaterial material, inout ReflectedLight reflectedLight ) {
	reflectedLight.indirectDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
}
#define RE_Direct				RE_Direct_Lambert
#define RE_IndirectDiffuse		RE_IndirectDiffuse_Lambert`,Ab=`uniform bool receiveShadow;
uniform vec3 ambientLightColor;
#if defined( USE_LIGHT_PROBES )
	uniform vec3 lightProbe[ 9 ];
#endif
vec3 shGetIrradianceAt( in vec3 normal, in vec3 shCoefficients[ 9 ] ) {
	float x = normal.x, y = normal.y, z = normal.z;
	vec3 result = shCoefficients[ 0 ] * 0.886227;
	result += shCoefficients[ 1 ] * 2.0 * 0.511664 * y;
	result += shCoefficients[ 2 ] * 2.0 * 0.511664 * z;
	result += shCoefficients[ 3 ] * 2.0 * 0.511664 * x;
	result += shCoefficients[ 4 ] * 2.0 * 0.429043 * x * y;
	result += shCoefficients[ 5 ] * 2.0 * 0.429043 * y * z;
	result += shCoefficients[ 6 ] * ( 0.743125 * z * z - 0.247708 );
	result += shCoefficients[ 7 ] * 2.0 * 0.429043 * x * z;
	result += shCoefficients[ 8 ] * 0.429043 * ( x * x - y * y );
	return result;
}
vec3 getLightProbeIrradiance( const in vec3 lightProbe[ 9 ], const in vec3 normal ) {
	vec3 worldNormal = transformNormalByInverseViewMatrix( normal, viewMatrix );
	vec3 irradiance = shGetIrradianceAt( worldNormal, lightProbe );
	return irradiance;
}
vec3 getAmbientLightIrradiance( const in vec3 ambientLightColor ) {
	vec3 irradiance = ambientLightColor;
	return irradiance;
}
float getDistanceAttenuation( const in float lightDistance, const in float cutoffDistance, const in float decayExponent ) {
	float distanceFalloff = 1.0 / max( pow( lightDistance, decayExponent ), 0.01 );
	if ( cutoffDistance > 0.0 ) {
		distanceFalloff *= pow2( saturate( 1.0 - pow4( lightDistance / cutoffDistance ) ) );
	}
	return distanceFalloff;
}
float getSpotAttenuation( const in float coneCosine, const in float penumbraCosine, const in float angleCosine ) {
	return smoothstep( coneCosine, penumbraCosine, angleCosine );
}
#if NUM_SUN_LIGHTS > 0
	struct SunLight {
		vec3 direction;
		vec3 color;
	};
	uniform SunLight sunLights[ NUM_SUN_LIGHTS ];
	void getSunLightInfo( const in SunLight sunLight, out IncidentLight light ) {
		light.color = sunLight.color;
		light.direction = sunLight.direction;
		light.visible = true;
	}
#endif
#if NUM_DIR_LIGHTS > 0
	struct DirectionalLight {
		vec3 direction;
		vec3 color;
	};
	uniform DirectionalLight directionalLights[ NUM_DIR_LIGHTS ];
	void getDirectionalLightInfo( const in DirectionalLight directionalLight, out IncidentLight light ) {
		light.color = directionalLight.color;
		light.direction = directionalLight.direction;
		light.visible = true;
	}
#endif
#if NUM_POINT_LIGHTS > 0
	struct PointLight {
		vec3 position;
		vec3 color;
		float distance;
		float decay;
	};
	uniform PointLight pointLights[ NUM_POINT_LIGHTS ];
	void getPointLightInfo( const in PointLight pointLight, const in vec3 geometryPosition, out IncidentLight light ) {
		vec3 lVector = pointLight.position - geometryPosition;
		light.direction = normalize( lVector );
		float lightDistance = length( lVector );
		light.color = pointLight.color;
		light.color *= getDistanceAttenuation( lightDistance, pointLight.distance, pointLight.decay );
		light.visible = ( light.color != vec3( 0.0 ) );
	}
#endif
#if NUM_SPOT_LIGHTS > 0
	struct SpotLight {
		vec3 position;
		vec3 direction;
		vec3 color;
		float distance;
		float decay;
		float coneCos;
		float penumbraCos;
	};
	uniform SpotLight spotLights[ NUM_SPOT_LIGHTS ];
	void getSpotLightInfo( const in SpotLight spotLight, const in vec3 geometryPosition, out IncidentLight light ) {
		vec3 lVector = spotLight.position - geometryPosition;
		light.direction = normalize( lVector );
		float angleCos = dot( light.direction, spotLight.direction );
		float spotAttenuation = getSpotAttenuation( spotLight.coneCos, spotLight.penumbraCos, angleCos );
		if ( spotAttenuation > 0.0 ) {
			float lightDistance = length( lVector );
			light.color = spotLight.color * spotAttenuation;
			light.color *= getDistanceAttenuation( lightDistance, spotLight.distance, spotLight.decay );
			light.visible = ( light.color != vec3( 0.0 ) );
		} else {
			light.color = vec3( 0.0 );
			light.visible = false;
		}
	}
#endif
#if NUM_RECT_AREA_LIGHTS > 0
	struct RectAreaLight {
		vec3 color;
		vec3 position;
		vec3 halfWidth;
		vec3 halfHeight;
	};
	uniform sampler2D ltc_1;	uniform sampler2D ltc_2;
	uniform RectAreaLight rectAreaLights[ NUM_RECT_AREA_LIGHTS ];
#endif
#if NUM_HEMI_LIGHTS > 0
	struct HemisphereLight {
		vec3 direction;
		vec3 skyColor;
		vec3 groundColor;
	};
	uniform HemisphereLight hemisphereLights[ NUM_HEMI_LIGHTS ];
	vec3 getHemisphereLightIrradiance( const in HemisphereLight hemiLight, const in vec3 normal ) {
		float dotNL = dot( normal, hemiLight.direction );
		float hemiDiffuseWeight = 0.5 * dotNL + 0.5;
		vec3 irradiance = mix( hemiLight.groundColor, hemiLight.skyColor, hemiDiffuseWeight );
		return irradiance;
	}
#endif
#include <lightprobes_pars_fragment>`,Rb=`#ifdef USE_ENVMAP
	vec3 getIBLIrradiance( const in vec3 normal ) {
		#ifdef ENVMAP_TYPE_PMREM
			vec3 worldNormal = transformNormalByInverseViewMatrix( normal, viewMatrix );
			vec4 envMapColor = textureLod( envMap, envMapRotation * worldNormal, ENVMAP_MAX_LOD );
			return PI * envMapColor.rgb * envMapIntensity;
		#else
			return vec3( 0.0 );
		#endif
	}
	vec3 getIBLRadiance( const in vec3 viewDir, const in vec3 normal, const in float roughness ) {
		#ifdef ENVMAP_TYPE_PMREM
			vec3 reflectVec = reflect( - viewDir, normal );
			reflectVec = normalize( mix( reflectVec, normal, pow4( roughness ) ) );
			reflectVec = transformDirectionByInverseViewMatrix( reflectVec, viewMatrix );
			vec4 envMapColor = textureLod( envMap, envMapRotation * reflectVec, roughnessToMip( roughness ) );
			return envMapColor.rgb * envMapIntensity;
		#else
			return vec3( 0.0 );
		#endif
	}
	#ifdef USE_RETROREFLECTION
		vec3 getIBLRetroRadiance( const in vec3 viewDir, const in vec3 normal, const in float roughness ) {
			#ifdef ENVMAP_TYPE_PMREM
				vec3 retroVec = normalize( mix( viewDir, normal, pow4( roughness ) ) );
				retroVec = transformDirectionByInverseViewMatrix( retroVec, viewMatrix );
				vec4 envMapColor = textureLod( envMap, envMapRotation * retroVec, roughnessToMip( roughness ) );
				return envMapColor.rgb * envMapIntensity;
			#else
				return vec3( 0.0 );
			#endif
		}
	#endif
	#ifdef USE_ANISOTROPY
		vec3 getIBLAnisotropyRadiance( const in vec3 viewDir, const in vec3 normal, const in float roughness, const in vec3 bitangent, const in float anisotropy ) {
			#ifdef ENVMAP_TYPE_PMREM
				vec3 bentNormal = cross( bitangent, viewDir );
				bentNormal = normalize( cross( bentNormal, bitangent ) );
				bentNormal = normalize( mix( bentNormal, normal, pow2( pow2( 1.0 - anisotropy * ( 1.0 - roughness ) ) ) ) );
				return getIBLRadiance( viewDir, bentNormal, roughness );
			#else
				return vec3( 0.0 );
			#endif
		}
		#ifdef USE_RETROREFLECTION
			vec3 getIBLAnisotropyRetroRadiance( const in vec3 viewDir, const in vec3 normal, const in float roughness, const in vec3 bitangent, const in float anisotropy ) {
				#ifdef ENVMAP_TYPE_PMREM
					vec3 bentNormal = cross( bitangent, viewDir );
					bentNormal = normalize( cross( bentNormal, bitangent ) );
					bentNormal = normalize( mix( bentNormal, normal, pow2( pow2( 1.0 - anisotropy * ( 1.0 - roughness ) ) ) ) );
					return getIBLRetroRadiance( viewDir, bentNormal, roughness );
				#else
					return vec3( 0.0 );
				#endif
			}
		#endif
	#endif
#endif`,Cb=`ToonMaterial material;
material.diffuseColor = diffuseColor.rgb;`,Pb=`varying vec3 vViewPosition;
struct ToonMaterial {
	vec3 diffuseColor;
};
void RE_Direct_Toon( const in IncidentLight directLight, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in ToonMaterial material, inout ReflectedLight reflectedLight ) {
	vec3 irradiance = getGradientIrradiance( geometryNormal, directLight.direction ) * directLight.color;
	reflectedLight.directDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
}
void RE_IndirectDiffuse_Toon( const in vec3 irradiance, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in ToonMaterial material, inout ReflectedLight reflectedLight ) {
	reflectedLight.indirectDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
}
#define RE_Direct				RE_Direct_Toon
#define RE_IndirectDiffuse		RE_IndirectDiffuse_Toon`,Ib=`BlinnPhongMaterial material;
material.diffuseColor = diffuseColor.rgb;
material.specularColor = specular;
material.specularShininess = shininess;
material.specularStrength = specularStrength;`,Lb=`varying vec3 vViewPosition;
struct BlinnPhongMaterial {
	vec3 diffuseColor;
	vec3 specularColor;
	float specularShininess;
	float specularStrength;
};
void RE_Direct_BlinnPhong( const in IncidentLight directLight, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in BlinnPhongMaterial material, inout ReflectedLight reflectedLight ) {
	float dotNL = saturate( dot( geometryNormal, directLight.direction ) );
	vec3 irradiance = dotNL * directLight.color;
	reflectedLight.directDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
	reflectedLight.directSpecular += irradiance * BRDF_BlinnPhong( directLight.direction, geometryViewDir, geometryNormal, material.specularColor, material.specularShininess ) * material.specularStrength;
}
void RE_IndirectDiffuse_BlinnPhong( const in vec3 irradiance, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in BlinnPhongMaterial material, inout ReflectedLight reflectedLight ) {
	reflectedLight.indirectDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
}
#define RE_Direct				RE_Direct_BlinnPhong
#define RE_IndirectDiffuse		RE_IndirectDiffuse_BlinnPhong`,Db=`PhysicalMaterial material;
material.diffuseColor = diffuseColor.rgb;
material.diffuseContribution = diffuseColor.rgb * ( 1.0 - metalnessFactor );
material.metalness = metalnessFactor;
vec3 dxy = max( abs( dFdx( nonPerturbedNormal ) ), abs( dFdy( nonPerturbedNormal ) ) );
float geometryRoughness = max( max( dxy.x, dxy.y ), dxy.z );
material.roughness = max( roughnessFactor, 0.045 );
material.roughness += geometryRoughness;
material.roughness = min( material.roughness, 1.0 );
#ifdef USE_DIFFUSE_ROUGHNESS
	float diffuseRoughnessFactor = diffuseRoughness;
	#ifdef USE_DIFFUSE_ROUGHNESSMAP
		diffuseRoughnessFactor *= texture2D( diffuseRoughnessMap, vDiffuseRoughnessMapUv ).r;
	#endif
	material.diffuseRoughness = saturate( diffuseRoughnessFactor );
#endif
#ifdef IOR
	material.ior = ior;
	#ifdef USE_SPECULAR
		float specularIntensityFactor = specularIntensity;
		vec3 specularColorFactor = specularColor;
		#ifdef USE_SPECULAR_COLORMAP
			specularColorFactor *= texture2D( specularColorMap, vSpecularColorMapUv ).rgb;
		#endif
		#ifdef USE_SPECULAR_INTENSITYMAP
			specularIntensityFactor *= texture2D( specularIntensityMap, vSpecularIntensityMapUv ).a;
		#endif
		material.specularF90 = mix( specularIntensityFactor, 1.0, metalnessFactor );
	#else
		float specularIntensityFactor = 1.0;
		vec3 specularColorFactor = vec3( 1.0 );
		material.specularF90 = 1.0;
	#endif
	material.specularColor = min( pow2( ( material.ior - 1.0 ) / ( material.ior + 1.0 ) ) * specularColorFactor, vec3( 1.0 ) ) * specularIntensityFactor;
	material.specularColorBlended = mix( material.specularColor, diffuseColor.rgb, metalnessFactor );
#else
	material.specularColor = vec3( 0.04 );
	material.specularColorBlended = mix( material.specularColor, diffuseColor.rgb, metalnessFactor );
	material.specularF90 = 1.0;
#endif
#ifdef USE_CLEARCOAT
	material.clearcoat = clearcoat;
	material.clearcoatRoughness = clearcoatRoughness;
	material.clearcoatF0 = vec3( 0.04 );
	material.clearcoatF90 = 1.0;
	#ifdef USE_CLEARCOATMAP
		material.clearcoat *= texture2D( clearcoatMap, vClearcoatMapUv ).x;
	#endif
	#ifdef USE_CLEARCOAT_ROUGHNESSMAP
		material.clearcoatRoughness *= texture2D( clearcoatRoughnessMap, vClearcoatRoughnessMapUv ).y;
	#endif
	material.clearcoat = saturate( material.clearcoat );	material.clearcoatRoughness = max( material.clearcoatRoughness, 0.045 );
	material.clearcoatRoughness += geometryRoughness;
	material.clearcoatRoughness = min( material.clearcoatRoughness, 1.0 );
#endif
#ifdef USE_DISPERSION
	material.dispersion = dispersion;
#endif
#ifdef USE_RETROREFLECTION
	material.retroreflectivity = retroreflectivity;
#endif
#ifdef USE_IRIDESCENCE
	material.iridescence = iridescence;
	material.iridescenceIOR = iridescenceIOR;
	#ifdef USE_IRIDESCENCEMAP
		material.iridescence *= texture2D( iridescenceMap, vIridescenceMapUv ).r;
	#endif
	#ifdef USE_IRIDESCENCE_THICKNESSMAP
		material.iridescenceThickness = (iridescenceThicknessMaximum - iridescenceThicknessMinimum) * texture2D( iridescenceThicknessMap, vIridescenceThicknessMapUv ).g + iridescenceThicknessMinimum;
	#else
		material.iridescenceThickness = iridescenceThicknessMaximum;
	#endif
#endif
#ifdef USE_SHEEN
	material.sheenColor = sheenColor;
	#ifdef USE_SHEEN_COLORMAP
		material.sheenColor *= texture2D( sheenColorMap, vSheenColorMapUv ).rgb;
	#endif
	material.sheenRoughness = clamp( sheenRoughness, 0.0001, 1.0 );
	#ifdef USE_SHEEN_ROUGHNESSMAP
		material.sheenRoughness *= texture2D( sheenRoughnessMap, vSheenRoughnessMapUv ).a;
	#endif
#endif
#ifdef USE_ANISOTROPY
	#ifdef USE_ANISOTROPYMAP
		mat2 anisotropyMat = mat2( anisotropyVector.x, anisotropyVector.y, - anisotropyVector.y, anisotropyVector.x );
		vec3 anisotropyPolar = texture2D( anisotropyMap, vAnisotropyMapUv ).rgb;
		vec2 anisotropyV = anisotropyMat * normalize( 2.0 * anisotropyPolar.rg - vec2( 1.0 ) ) * anisotropyPolar.b;
	#else
		vec2 anisotropyV = anisotropyVector;
	#endif
	material.anisotropy = length( anisotropyV );
	if( material.anisotropy == 0.0 ) {
		anisotropyV = vec2( 1.0, 0.0 );
	} else {
		anisotropyV /= material.anisotropy;
		material.anisotropy = saturate( material.anisotropy );
	}
	material.alphaT = mix( pow2( material.roughness ), 1.0, pow2( material.anisotropy ) );
	material.anisotropyT = tbn[ 0 ] * anisotropyV.x + tbn[ 1 ] * anisotropyV.y;
	material.anisotropyB = tbn[ 1 ] * anisotropyV.x - tbn[ 0 ] * anisotropyV.y;
#endif`,Nb=`uniform sampler2D dfgLUT;
struct PhysicalMaterial {
	vec3 diffuseColor;
	vec3 diffuseContribution;
	vec3 specularColor;
	vec3 specularColorBlended;
	float roughness;
	float metalness;
	float specularF90;
	float dispersion;
	vec2 dfg;
	vec3 multiScatteringCompensation;
	#ifdef USE_DIFFUSE_ROUGHNESS
		float diffuseRoughness;
	#endif
	#ifdef USE_RETROREFLECTION
		float retroreflectivity;
	#endif
	#ifdef USE_CLEARCOAT
		float clearcoat;
		float clearcoatRoughness;
		vec3 clearcoatF0;
		float clearcoatF90;
	#endif
	#ifdef USE_IRIDESCENCE
		float iridescence;
		float iridescenceIOR;
		float iridescenceThickness;
		vec3 iridescenceFresnel;
		vec3 iridescenceF0Dielectric;
		vec3 iridescenceF0Metallic;
	#endif
	#ifdef USE_SHEEN
		vec3 sheenColor;
		float sheenRoughness;
	#endif
	#ifdef IOR
		float ior;
	#endif
	#ifdef USE_TRANSMISSION
		float transmission;
		float transmissionAlpha;
		float thickness;
		float attenuationDistance;
		vec3 attenuationColor;
	#endif
	#ifdef USE_ANISOTROPY
		float anisotropy;
		float alphaT;
		vec3 anisotropyT;
		vec3 anisotropyB;
	#endif
};
vec3 clearcoatSpecularDirect = vec3( 0.0 );
vec3 clearcoatSpecularIndirect = vec3( 0.0 );
vec3 sheenSpecularDirect = vec3( 0.0 );
vec3 sheenSpecularIndirect = vec3(0.0 );
vec3 Schlick_to_F0( const in vec3 f, const in float f90, const in float dotVH ) {
    float x = clamp( 1.0 - dotVH, 0.0, 1.0 );
    float x2 = x * x;
    float x5 = clamp( x * x2 * x2, 0.0, 0.9999 );
    return ( f - vec3( f90 ) * x5 ) / ( 1.0 - x5 );
}
#ifdef USE_DIFFUSE_ROUGHNESS
	const float EON_EPSILON = 1e-7;
	float FON_DirectionalAlbedo( const in float mu, const in float roughness, const in float A ) {
		float muComp = 1.0 - mu;
		float gOverPi = muComp * ( 0.0571085289 + muComp * ( 0.491881867 + muComp * ( - 0.332181442 + muComp * 0.0714429953 ) ) );
		return A * ( 1.0 + roughness * gOverPi );
	}
	vec3 BRDF_EON( const in vec3 lightDir, const in vec3 viewDir, const in vec3 normal, const in vec3 diffuseColor, const in float roughness ) {
		vec3 rho = saturate( diffuseColor );
		if ( roughness <= EON_EPSILON ) return BRDF_Lambert( rho );
		float dotNL = saturate( dot( normal, lightDir ) );
		float dotNV = saturate( dot( normal, viewDir ) );
		float s = dot( lightDir, viewDir ) - dotNL * dotNV;
		float sOverT = ( s > 0.0 ) ? s / max( max( dotNL, dotNV ), EON_EPSILON ) : s;
		float A = 1.0 / ( 1.0 + ( 0.5 - 2.0 / ( 3.0 * PI ) ) * roughness );
		vec3 singleScatter = rho * RECIPROCAL_PI * A * ( 1.0 + roughness * sOverT );
		float averageAlbedo = A * ( 1.0 + ( 2.0 / 3.0 - 28.0 / ( 15.0 * PI ) ) * roughness );
		float albedoV = FON_DirectionalAlbedo( dotNV, roughness, A );
		float albedoL = FON_DirectionalAlbedo( dotNL, roughness, A );
		vec3 rhoMultiScatter = rho * rho * averageAlbedo / max( vec3( EON_EPSILON ), vec3( 1.0 ) - rho * ( 1.0 - averageAlbedo ) );
		vec3 multiScatter = rhoMultiScatter * RECIPROCAL_PI
			* max( EON_EPSILON, 1.0 - albedoV )
			* max( EON_EPSILON, 1.0 - albedoL )
			/ max( EON_EPSILON, 1.0 - averageAlbedo );
		return singleScatter + multiScatter;
	}
	vec3 EON_DirectionalAlbedo( const in vec3 diffuseColor, const in float roughness, const in float dotNV ) {
		vec3 rho = saturate( diffuseColor );
		if ( roughness <= EON_EPSILON ) return rho;
		float A = 1.0 / ( 1.0 + ( 0.5 - 2.0 / ( 3.0 * PI ) ) * roughness );
		float directionalAlbedo = FON_DirectionalAlbedo( dotNV, roughness, A );
		float averageAlbedo = A * ( 1.0 + ( 2.0 / 3.0 - 28.0 / ( 15.0 * PI ) ) * roughness );
		vec3 rhoMultiScatter = rho * rho * averageAlbedo / max( vec3( EON_EPSILON ), vec3( 1.0 ) - rho * ( 1.0 - averageAlbedo ) );
		return rho * directionalAlbedo + rhoMultiScatter * ( 1.0 - directionalAlbedo );
	}
#endif
float V_GGX_SmithCorrelated( const in float alpha, const in float dotNL, const in float dotNV ) {
	float a2 = pow2( alpha );
	float gv = dotNL * sqrt( a2 + ( 1.0 - a2 ) * pow2( dotNV ) );
	float gl = dotNV * sqrt( a2 + ( 1.0 - a2 ) * pow2( dotNL ) );
	return 0.5 / max( gv + gl, EPSILON );
}
float D_GGX( const in float alpha, const in float dotNH ) {
	float a2 = pow2( alpha );
	float denom = pow2( dotNH ) * ( a2 - 1.0 ) + 1.0;
	return RECIPROCAL_PI * a2 / pow2( denom );
}
#ifdef USE_ANISOTROPY
	float V_GGX_SmithCorrelated_Anisotropic( const in float alphaT, const in float alphaB, const in float dotTV, const in float dotBV, const in float dotTL, const in float dotBL, const in float dotNV, const in float dotNL ) {
		float gv = dotNL * length( vec3( alphaT * dotTV, alphaB * dotBV, dotNV ) );
		float gl = dotNV * length( vec3( alphaT * dotTL, alphaB * dotBL, dotNL ) );
		return 0.5 / max( gv + gl, EPSILON );
	}
	float D_GGX_Anisotropic( const in float alphaT, const in float alphaB, const in float dotNH, const in float dotTH, const in float dotBH ) {
		float a2 = alphaT * alphaB;
		highp vec3 v = vec3( alphaB * dotTH, alphaT * dotBH, a2 * dotNH );
		highp float v2 = dot( v, v );
		float w2 = a2 / v2;
		return RECIPROCAL_PI * a2 * pow2 ( w2 );
	}
#endif
#ifdef USE_CLEARCOAT
	vec3 BRDF_GGX_Clearcoat( const in vec3 lightDir, const in vec3 viewDir, const in vec3 normal, const in PhysicalMaterial material) {
		vec3 f0 = material.clearcoatF0;
		float f90 = material.clearcoatF90;
		float roughness = max( material.clearcoatRoughness, 0.045 );
		float alpha = pow2( roughness );
		vec3 halfDir = normalize( lightDir + viewDir );
		float dotNL = saturate( dot( normal, lightDir ) );
		float dotNV = saturate( dot( normal, viewDir ) );
		float dotNH = saturate( dot( normal, halfDir ) );
		float dotVH = saturate( dot( viewDir, halfDir ) );
		vec3 F = F_Schlick( f0, f90, dotVH );
		float V = V_GGX_SmithCorrelated( alpha, dotNL, dotNV );
		float D = D_GGX( alpha, dotNH );
		return F * ( V * D );
	}
#endif
vec3 BRDF_GGX( const in vec3 lightDir, const in vec3 viewDir, const in vec3 normal, const in PhysicalMaterial material ) {
	vec3 f0 = material.specularColorBlended;
	float f90 = material.specularF90;
	float roughness = max( material.roughness, 0.045 );
	float alpha = pow2( roughness );
	vec3 halfDir = normalize( lightDir + viewDir );
	float dotNL = saturate( dot( normal, lightDir ) );
	float dotNV = saturate( dot( normal, viewDir ) );
	float dotNH = saturate( dot( normal, halfDir ) );
	float dotVH = saturate( dot( viewDir, halfDir ) );
	vec3 F = F_Schlick( f0, f90, dotVH );
	#ifdef USE_IRIDESCENCE
		F = mix( F, material.iridescenceFresnel, material.iridescence );
	#endif
	#ifdef USE_ANISOTROPY
		float dotTL = dot( material.anisotropyT, lightDir );
		float dotTV = dot( material.anisotropyT, viewDir );
		float dotTH = dot( material.anisotropyT, halfDir );
		float dotBL = dot( material.anisotropyB, lightDir );
		float dotBV = dot( material.anisotropyB, viewDir );
		float dotBH = dot( material.anisotropyB, halfDir );
		float alphaT = max( material.alphaT, alpha );
		float V = V_GGX_SmithCorrelated_Anisotropic( alphaT, alpha, dotTV, dotBV, dotTL, dotBL, dotNV, dotNL );
		float D = D_GGX_Anisotropic( alphaT, alpha, dotNH, dotTH, dotBH );
	#else
		float V = V_GGX_SmithCorrelated( alpha, dotNL, dotNV );
		float D = D_GGX( alpha, dotNH );
	#endif
	return F * ( V * D );
}
vec2 LTC_Uv( const in vec3 N, const in vec3 V, const in float roughness ) {
	const float LUT_SIZE = 64.0;
	const float LUT_SCALE = ( LUT_SIZE - 1.0 ) / LUT_SIZE;
	const float LUT_BIAS = 0.5 / LUT_SIZE;
	float dotNV = saturate( dot( N, V ) );
	vec2 uv = vec2( roughness, sqrt( 1.0 - dotNV ) );
	uv = uv * LUT_SCALE + LUT_BIAS;
	return uv;
}
float LTC_ClippedSphereFormFactor( const in vec3 f ) {
	float l = length( f );
	return max( ( l * l + f.z ) / ( l + 1.0 ), 0.0 );
}
vec3 LTC_EdgeVectorFormFactor( const in vec3 v1, const in vec3 v2 ) {
	float x = dot( v1, v2 );
	float y = abs( x );
	float a = 0.8543985 + ( 0.4965155 + 0.0145206 * y ) * y;
	float b = 3.4175940 + ( 4.1616724 + y ) * y;
	float v = a / b;
	float theta_sintheta = ( x > 0.0 ) ? v : 0.5 * inversesqrt( max( 1.0 - x * x, 1e-7 ) ) - v;
	return cross( v1, v2 ) * theta_sintheta;
}
vec3 LTC_Evaluate( const in vec3 N, const in vec3 V, const in vec3 P, const in mat3 mInv, const in vec3 rectCoords[ 4 ] ) {
	vec3 v1 = rectCoords[ 1 ] - rectCoords[ 0 ];
	vec3 v2 = rectCoords[ 3 ] - rectCoords[ 0 ];
	vec3 lightNormal = cross( v1, v2 );
	if( dot( lightNormal, P - rectCoords[ 0 ] ) < 0.0 ) return vec3( 0.0 );
	vec3 T1, T2;
	T1 = normalize( V - N * dot( V, N ) );
	T2 = - cross( N, T1 );
	mat3 mat = mInv * transpose( mat3( T1, T2, N ) );
	vec3 coords[ 4 ];
	coords[ 0 ] = mat * ( rectCoords[ 0 ] - P );
	coords[ 1 ] = mat * ( rectCoords[ 1 ] - P );
	coords[ 2 ] = mat * ( rectCoords[ 2 ] - P );
	coords[ 3 ] = mat * ( rectCoords[ 3 ] - P );
	coords[ 0 ] = normalize( coords[ 0 ] );
	coords[ 1 ] = normalize( coords[ 1 ] );
	coords[ 2 ] = normalize( coords[ 2 ] );
	coords[ 3 ] = normalize( coords[ 3 ] );
	vec3 vectorFormFactor = vec3( 0.0 );
	vectorFormFactor += LTC_EdgeVectorFormFactor( coords[ 0 ], coords[ 1 ] );
	vectorFormFactor += LTC_EdgeVectorFormFactor( coords[ 1 ], coords[ 2 ] );
	vectorFormFactor += LTC_EdgeVectorFormFactor( coords[ 2 ], coords[ 3 ] );
	vectorFormFactor += LTC_EdgeVectorFormFactor( coords[ 3 ], coords[ 0 ] );
	float result = LTC_ClippedSphereFormFactor( vectorFormFactor );
	return vec3( result );
}
#if defined( USE_SHEEN )
float D_Charlie( float roughness, float dotNH ) {
	float alpha = pow2( roughness );
	float invAlpha = 1.0 / alpha;
	float cos2h = dotNH * dotNH;
	float sin2h = max( 1.0 - cos2h, 0.0078125 );
	return ( 2.0 + invAlpha ) * pow( sin2h, invAlpha * 0.5 ) / ( 2.0 * PI );
}
float V_Neubelt( float dotNV, float dotNL ) {
	return saturate( 1.0 / ( 4.0 * ( dotNL + dotNV - dotNL * dotNV ) ) );
}
vec3 BRDF_Sheen( const in vec3 lightDir, const in vec3 viewDir, const in vec3 normal, vec3 sheenColor, const in float sheenRoughness ) {
	vec3 halfDir = normalize( lightDir + viewDir );
	float dotNL = saturate( dot( normal, lightDir ) );
	float dotNV = saturate( dot( normal, viewDir ) );
	float dotNH = saturate( dot( normal, halfDir ) );
	float D = D_Charlie( sheenRoughness, dotNH );
	float V = V_Neubelt( dotNV, dotNL );
	return sheenColor * ( D * V );
}
#endif
float IBLSheenBRDF( const in vec3 normal, const in vec3 viewDir, const in float roughness ) {
	float dotNV = saturate( dot( normal, viewDir ) );
	float r2 = roughness * roughness;
	float rInv = 1.0 / ( roughness + 0.1 );
	float a = -1.9362 + 1.0678 * roughness + 0.4573 * r2 - 0.8469 * rInv;
	float b = -0.6014 + 0.5538 * roughness - 0.4670 * r2 - 0.1255 * rInv;
	float DG = exp( a * dotNV + b );
	return saturate( DG );
}
vec3 EnvironmentBRDF( const in vec3 normal, const in vec3 viewDir, const in vec3 specularColor, const in float specularF90, const in float roughness ) {
	float dotNV = saturate( dot( normal, viewDir ) );
	vec2 fab = texture2D( dfgLUT, vec2( roughness, dotNV ) ).rg;
	return specularColor * fab.x + specularF90 * fab.y;
}
#ifdef USE_IRIDESCENCE
void computeMultiscatteringIridescence( const in vec2 fab, const in vec3 specularColor, const in float specularF90, const in float iridescence, const in vec3 iridescenceF0, inout vec3 singleScatter, inout vec3 multiScatter ) {
#else
void computeMultiscattering( const in vec2 fab, const in vec3 specularColor, const in float specularF90, inout vec3 singleScatter, inout vec3 multiScatter ) {
#endif
	#ifdef USE_IRIDESCENCE
		vec3 Fr = mix( specularColor, iridescenceF0, iridescence );
	#else
		vec3 Fr = specularColor;
	#endif
	vec3 FssEss = Fr * fab.x + specularF90 * fab.y;
	float Ess = fab.x + fab.y;
	float Ems = 1.0 - Ess;
	vec3 Favg = Fr + ( 1.0 - Fr ) * 0.047619;	vec3 Fms = FssEss * Favg / ( 1.0 - Ems * Favg );
	singleScatter += FssEss;
	multiScatter += Fms * Ems;
}
#if NUM_RECT_AREA_LIGHTS > 0
	void RE_Direct_RectArea_Physical( const in RectAreaLight rectAreaLight, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in PhysicalMaterial material, inout ReflectedLight reflectedLight ) {
		vec3 normal = geometryNormal;
		vec3 viewDir = geometryViewDir;
		vec3 position = geometryPosition;
		vec3 lightPos = rectAreaLight.position;
		vec3 halfWidth = rectAreaLight.halfWidth;
		vec3 halfHeight = rectAreaLight.halfHeight;
		vec3 lightColor = rectAreaLight.color;
		float roughness = material.roughness;
		vec3 rectCoords[ 4 ];
		rectCoords[ 0 ] = lightPos + halfWidth - halfHeight;		rectCoords[ 1 ] = lightPos - halfWidth - halfHeight;
		rectCoords[ 2 ] = lightPos - halfWidth + halfHeight;
		rectCoords[ 3 ] = lightPos + halfWidth + halfHeight;
		vec2 uv = LTC_Uv( normal, viewDir, roughness );
		vec4 t1 = texture2D( ltc_1, uv );
		vec4 t2 = texture2D( ltc_2, uv );
		mat3 mInv = mat3(
			vec3( t1.x, 0, t1.y ),
			vec3(    0, 1,    0 ),
			vec3( t1.z, 0, t1.w )
		);
		vec3 fresnel = ( material.specularColorBlended * t2.x + ( material.specularF90 - material.specularColorBlended ) * t2.y );
		reflectedLight.directSpecular += lightColor * fresnel * LTC_Evaluate( normal, viewDir, position, mInv, rectCoords );
		reflectedLight.directDiffuse += lightColor * material.diffuseContribution * LTC_Evaluate( normal, viewDir, position, mat3( 1.0 ), rectCoords );
		#ifdef USE_CLEARCOAT
			vec3 Ncc = geometryClearcoatNormal;
			vec2 uvClearcoat = LTC_Uv( Ncc, viewDir, material.clearcoatRoughness );
			vec4 t1Clearcoat = texture2D( ltc_1, uvClearcoat );
			vec4 t2Clearcoat = texture2D( ltc_2, uvClearcoat );
			mat3 mInvClearcoat = mat3(
				vec3( t1Clearcoat.x, 0, t1Clearcoat.y ),
				vec3(             0, 1,             0 ),
				vec3( t1Clearcoat.z, 0, t1Clearcoat.w )
			);
			vec3 fresnelClearcoat = material.clearcoatF0 * t2Clearcoat.x + ( material.clearcoatF90 - material.clearcoatF0 ) * t2Clearcoat.y;
			clearcoatSpecularDirect += lightColor * fresnelClearcoat * LTC_Evaluate( Ncc, viewDir, position, mInvClearcoat, rectCoords );
		#endif
	}
#endif
void RE_Direct_Physical( const in IncidentLight directLight, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in PhysicalMaterial material, inout ReflectedLight reflectedLight ) {
	float dotNL = saturate( dot( geometryNormal, directLight.direction ) );
	vec3 irradiance = dotNL * directLight.color;
	#ifdef USE_CLEARCOAT
		float dotNLcc = saturate( dot( geometryClearcoatNormal, directLight.direction ) );
		vec3 ccIrradiance = dotNLcc * directLight.color;
		clearcoatSpecularDirect += ccIrradiance * BRDF_GGX_Clearcoat( directLight.direction, geometryViewDir, geometryClearcoatNormal, material );
	#endif
	#ifdef USE_SHEEN
 
 		sheenSpecularDirect += irradiance * BRDF_Sheen( directLight.direction, geometryViewDir, geometryNormal, material.sheenColor, material.sheenRoughness );
 
 		float sheenAlbedoV = IBLSheenBRDF( geometryNormal, geometryViewDir, material.sheenRoughness );
 		float sheenAlbedoL = IBLSheenBRDF( geometryNormal, directLight.direction, material.sheenRoughness );
 
 		float sheenEnergyComp = 1.0 - max3( material.sheenColor ) * max( sheenAlbedoV, sheenAlbedoL );
 
 		irradiance *= sheenEnergyComp;
 
 	#endif
	vec3 specularBRDF = BRDF_GGX( directLight.direction, geometryViewDir, geometryNormal, material );
	#ifdef USE_RETROREFLECTION
		vec3 retroViewDir = reflect( - geometryViewDir, geometryNormal );
		vec3 retroSpecularBRDF = BRDF_GGX( directLight.direction, retroViewDir, geometryNormal, material );
		specularBRDF = mix( specularBRDF, retroSpecularBRDF, saturate( material.retroreflectivity ) );
	#endif
	reflectedLight.directSpecular += irradiance * specularBRDF * material.multiScatteringCompensation;
	vec3 halfDir = normalize( directLight.direction + geometryViewDir );
	float dotVH = saturate( dot( geometryViewDir, halfDir ) );
	vec3 F = F_Schlick( material.specularColor, material.specularF90, dotVH );
	#ifdef USE_RETROREFLECTION
		vec3 retroHalfDir = normalize( directLight.direction + retroViewDir );
		float dotRetroVH = saturate( dot( retroViewDir, retroHalfDir ) );
		vec3 retroF = F_Schlick( material.specularColor, material.specularF90, dotRetroVH );
		F = mix( F, retroF, saturate( material.retroreflectivity ) );
	#endif
	#ifdef USE_DIFFUSE_ROUGHNESS
		vec3 diffuseBRDF = BRDF_EON( directLight.direction, geometryViewDir, geometryNormal, material.diffuseColor, material.diffuseRoughness ) * ( 1.0 - material.metalness );
	#else
		vec3 diffuseBRDF = BRDF_Lambert( material.diffuseContribution );
	#endif
	reflectedLight.directDiffuse += irradiance * diffuseBRDF * ( 1.0 - F );
}
void RE_IndirectDiffuse_Physical( const in vec3 irradiance, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in PhysicalMaterial material, inout ReflectedLight reflectedLight ) {
	vec3 singleScattering = vec3( 0.0 );
	vec3 multiScattering = vec3( 0.0 );
	#ifdef USE_IRIDESCENCE
		computeMultiscatteringIridescence( material.dfg, material.specularColor, material.specularF90, material.iridescence, material.iridescenceF0Dielectric, singleScattering, multiScattering );
	#else
		computeMultiscattering( material.dfg, material.specularColor, material.specularF90, singleScattering, multiScattering );
	#endif
	#ifdef USE_DIFFUSE_ROUGHNESS
		float dotNV = saturate( dot( geometryNormal, geometryViewDir ) );
		vec3 diffuseAlbedo = EON_DirectionalAlbedo( material.diffuseColor, material.diffuseRoughness, dotNV ) * ( 1.0 - material.metalness );
		vec3 diffuse = irradiance * RECIPROCAL_PI * diffuseAlbedo * ( 1.0 - singleScattering - multiScattering );
	#else
		vec3 diffuse = irradiance * BRDF_Lambert( material.diffuseContribution ) * ( 1.0 - singleScattering - multiScattering );
	#endif
	#ifdef USE_SHEEN
		float sheenAlbedo = IBLSheenBRDF( geometryNormal, geometryViewDir, material.sheenRoughness );
		sheenSpecularIndirect += irradiance * material.sheenColor * sheenAlbedo * RECIPROCAL_PI;
		float sheenEnergyComp = 1.0 - max3( material.sheenColor ) * sheenAlbedo;
		diffuse *= sheenEnergyComp;
	#endif
	reflectedLight.indirectDiffuse += diffuse;
}
void RE_IndirectSpecular_Physical( const in vec3 radiance, const in vec3 irradiance, const in vec3 clearcoatRadiance, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in PhysicalMaterial material, inout ReflectedLight reflectedLight) {
	#ifdef USE_CLEARCOAT
		clearcoatSpecularIndirect += clearcoatRadiance * EnvironmentBRDF( geometryClearcoatNormal, geometryViewDir, material.clearcoatF0, material.clearcoatF90, material.clearcoatRoughness );
	#endif
	#ifdef USE_SHEEN
		sheenSpecularIndirect += irradiance * material.sheenColor * IBLSheenBRDF( geometryNormal, geometryViewDir, material.sheenRoughness ) * RECIPROCAL_PI;
 	#endif
	vec3 singleScatteringDielectric = vec3( 0.0 );
	vec3 multiScatteringDielectric = vec3( 0.0 );
	vec3 singleScatteringMetallic = vec3( 0.0 );
	vec3 multiScatteringMetallic = vec3( 0.0 );
	#ifdef USE_IRIDESCENCE
		computeMultiscatteringIridescence( material.dfg, material.specularColor, material.specularF90, material.iridescence, material.iridescenceF0Dielectric, singleScatteringDielectric, multiScatteringDielectric );
		computeMultiscatteringIridescence( material.dfg, material.diffuseColor, material.specularF90, material.iridescence, material.iridescenceF0Metallic, singleScatteringMetallic, multiScatteringMetallic );
	#else
		computeMultiscattering( material.dfg, material.specularColor, material.specularF90, singleScatteringDielectric, multiScatteringDielectric );
		computeMultiscattering( material.dfg, material.diffuseColor, material.specularF90, singleScatteringMetallic, multiScatteringMetallic );
	#endif
	vec3 singleScattering = mix( singleScatteringDielectric, singleScatteringMetallic, material.metalness );
	vec3 multiScattering = mix( multiScatteringDielectric, multiScatteringMetallic, material.metalness );
	vec3 totalScatteringDielectric = singleScatteringDielectric + multiScatteringDielectric;
	#ifdef USE_DIFFUSE_ROUGHNESS
		float dotNV = saturate( dot( geometryNormal, geometryViewDir ) );
		vec3 diffuse = EON_DirectionalAlbedo( material.diffuseColor, material.diffuseRoughness, dotNV ) * ( 1.0 - material.metalness ) * ( 1.0 - totalScatteringDielectric );
	#else
		vec3 diffuse = material.diffuseContribution * ( 1.0 - totalScatteringDielectric );
	#endif
	vec3 cosineWeightedIrradiance = irradiance * RECIPROCAL_PI;
	vec3 indirectSpecular = radiance * singleScattering;
	indirectSpecular += multiScattering * cosineWeightedIrradiance;
	vec3 indirectDiffuse = diffuse * cosineWeightedIrradiance;
	#ifdef USE_SHEEN
		float sheenAlbedo = IBLSheenBRDF( geometryNormal, geometryViewDir, material.sheenRoughness );
		float sheenEnergyComp = 1.0 - max3( material.sheenColor ) * sheenAlbedo;
		indirectSpecular *= sheenEnergyComp;
		indirectDiffuse *= sheenEnergyComp;
	#endif
	reflectedLight.indirectSpecular += indirectSpecular;
	reflectedLight.indirectDiffuse += indirectDiffuse;
}
#define RE_Direct				RE_Direct_Physical
#define RE_Direct_RectArea		RE_Direct_RectArea_Physical
#define RE_IndirectDiffuse		RE_IndirectDiffuse_Physical
#define RE_IndirectSpecular		RE_IndirectSpecular_Physical
float computeSpecularOcclusion( const in float dotNV, const in float ambientOcclusion, const in float roughness ) {
	return saturate( pow( dotNV + ambientOcclusion, exp2( - 16.0 * roughness - 1.0 ) ) - 1.0 + ambientOcclusion );
}`,Ub=`
vec3 geometryPosition = - vViewPosition;
vec3 geometryNormal = normal;
vec3 geometryViewDir = ( isOrthographic ) ? vec3( 0, 0, 1 ) : normalize( vViewPosition );
vec3 geometryClearcoatNormal = vec3( 0.0 );
#ifdef USE_CLEARCOAT
	geometryClearcoatNormal = clearcoatNormal;
#endif
#ifdef USE_IRIDESCENCE
	float dotNVi = saturate( dot( normal, geometryViewDir ) );
	if ( material.iridescenceThickness == 0.0 ) {
		material.iridescence = 0.0;
	} else {
		material.iridescence = saturate( material.iridescence );
	}
	if ( material.iridescence > 0.0 ) {
		vec3 iridescenceFresnelDielectric = evalIridescence( 1.0, material.iridescenceIOR, dotNVi, material.iridescenceThickness, material.specularColor );
		vec3 iridescenceFresnelMetallic = evalIridescence( 1.0, material.iridescenceIOR, dotNVi, material.iridescenceThickness, material.diffuseColor );
		material.iridescenceFresnel = mix( iridescenceFresnelDielectric, iridescenceFresnelMetallic, material.metalness );
		material.iridescenceF0Dielectric = Schlick_to_F0( iridescenceFresnelDielectric, 1.0, dotNVi );
		material.iridescenceF0Metallic = Schlick_to_F0( iridescenceFresnelMetallic, 1.0, dotNVi );
	}
#endif
#ifdef STANDARD
	float dotNVms = saturate( dot( geometryNormal, geometryViewDir ) );
	material.dfg = texture2D( dfgLUT, vec2( material.roughness, dotNVms ) ).rg;
	#if ( NUM_SUN_LIGHTS > 0 || NUM_DIR_LIGHTS > 0 || NUM_POINT_LIGHTS > 0 || NUM_SPOT_LIGHTS > 0 )
		float EssMs = material.dfg.x + material.dfg.y;
		material.multiScatteringCompensation = 1.0 + material.specularColorBlended * ( 1.0 / EssMs - 1.0 );
	#endif
#endif
IncidentLight directLight;
#if ( NUM_POINT_LIGHTS > 0 ) && defined( RE_Direct )
	PointLight pointLight;
	#if defined( USE_SHADOWMAP ) && NUM_POINT_LIGHT_SHADOWS > 0
	PointLightShadow pointLightShadow;
	#endif
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_POINT_LIGHTS; i ++ ) {
		pointLight = pointLights[ i ];
		getPointLightInfo( pointLight, geometryPosition, directLight );
		#if defined( USE_SHADOWMAP ) && ( UNROLLED_LOOP_INDEX < NUM_POINT_LIGHT_SHADOWS ) && ( defined( SHADOWMAP_TYPE_PCF ) || defined( SHADOWMAP_TYPE_BASIC ) )
		pointLightShadow = pointLightShadows[ i ];
		directLight.color *= ( directLight.visible && receiveShadow ) ? getPointShadow( pointShadowMap[ i ], pointLightShadow.shadowMapSize, pointLightShadow.shadowIntensity, pointLightShadow.shadowBias, pointLightShadow.shadowRadius, vPointShadowCoord[ i ], pointLightShadow.shadowCameraNear, pointLightShadow.shadowCameraFar ) : 1.0;
		#endif
		RE_Direct( directLight, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
	}
	#pragma unroll_loop_end
#endif
#if ( NUM_SPOT_LIGHTS > 0 ) && defined( RE_Direct )
	SpotLight spotLight;
	vec4 spotColor;
	vec3 spotLightCoord;
	bool inSpotLightMap;
	#if defined( USE_SHADOWMAP ) && NUM_SPOT_LIGHT_SHADOWS > 0
	SpotLightShadow spotLightShadow;
	#endif
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_SPOT_LIGHTS; i ++ ) {
		spotLight = spotLights[ i ];
		getSpotLightInfo( spotLight, geometryPosition, directLight );
		#if ( UNROLLED_LOOP_INDEX < NUM_SPOT_LIGHT_SHADOWS_WITH_MAPS )
		#define SPOT_LIGHT_MAP_INDEX UNROLLED_LOOP_INDEX
		#elif ( UNROLLED_LOOP_INDEX < NUM_SPOT_LIGHT_SHADOWS )
		#define SPOT_LIGHT_MAP_INDEX NUM_SPOT_LIGHT_MAPS
		#else
		#define SPOT_LIGHT_MAP_INDEX ( UNROLLED_LOOP_INDEX - NUM_SPOT_LIGHT_SHADOWS + NUM_SPOT_LIGHT_SHADOWS_WITH_MAPS )
		#endif
		#if ( SPOT_LIGHT_MAP_INDEX < NUM_SPOT_LIGHT_MAPS )
			spotLightCoord = vSpotLightCoord[ i ].xyz / vSpotLightCoord[ i ].w;
			inSpotLightMap = all( lessThan( abs( spotLightCoord * 2. - 1. ), vec3( 1.0 ) ) );
			spotColor = texture2D( spotLightMap[ SPOT_LIGHT_MAP_INDEX ], spotLightCoord.xy );
			directLight.color = inSpotLightMap ? directLight.color * spotColor.rgb : directLight.color;
		#endif
		#undef SPOT_LIGHT_MAP_INDEX
		#if defined( USE_SHADOWMAP ) && ( UNROLLED_LOOP_INDEX < NUM_SPOT_LIGHT_SHADOWS )
		spotLightShadow = spotLightShadows[ i ];
		directLight.color *= ( directLight.visible && receiveShadow ) ? getShadow( spotShadowMap[ i ], spotLightShadow.shadowMapSize, spotLightShadow.shadowIntensity, spotLightShadow.shadowBias, spotLightShadow.shadowRadius, vSpotLightCoord[ i ] ) : 1.0;
		#endif
		RE_Direct( directLight, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
	}
	#pragma unroll_loop_end
#endif
#if ( NUM_SUN_LIGHTS > 0 ) && defined( RE_Direct )
	SunLight sunLight;
	#if defined( USE_SHADOWMAP ) && NUM_SUN_LIGHT_SHADOWS > 0
	SunLightShadow sunLightShadow;
	#endif
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_SUN_LIGHTS; i ++ ) {
		sunLight = sunLights[ i ];
		getSunLightInfo( sunLight, directLight );
		#if defined( USE_SHADOWMAP ) && ( UNROLLED_LOOP_INDEX < NUM_SUN_LIGHT_SHADOWS )
		sunLightShadow = sunLightShadows[ i ];
		directLight.color *= ( directLight.visible && receiveShadow ) ? getSunShadow( sunShadowMap[ i ], sunLightShadow, UNROLLED_LOOP_INDEX ) : 1.0;
		#endif
		RE_Direct( directLight, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
	}
	#pragma unroll_loop_end
#endif
#if ( NUM_DIR_LIGHTS > 0 ) && defined( RE_Direct )
	DirectionalLight directionalLight;
	#if defined( USE_SHADOWMAP ) && NUM_DIR_LIGHT_SHADOWS > 0
	DirectionalLightShadow directionalLightShadow;
	#endif
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_DIR_LIGHTS; i ++ ) {
		directionalLight = directionalLights[ i ];
		getDirectionalLightInfo( directionalLight, directLight );
		#if defined( USE_SHADOWMAP ) && ( UNROLLED_LOOP_INDEX < NUM_DIR_LIGHT_SHADOWS )
		directionalLightShadow = directionalLightShadows[ i ];
		directLight.color *= ( directLight.visible && receiveShadow ) ? getShadow( directionalShadowMap[ i ], directionalLightShadow.shadowMapSize, directionalLightShadow.shadowIntensity, directionalLightShadow.shadowBias, directionalLightShadow.shadowRadius, vDirectionalShadowCoord[ i ] ) : 1.0;
		#endif
		RE_Direct( directLight, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
	}
	#pragma unroll_loop_end
#endif
#if ( NUM_RECT_AREA_LIGHTS > 0 ) && defined( RE_Direct_RectArea )
	RectAreaLight rectAreaLight;
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_RECT_AREA_LIGHTS; i ++ ) {
		rectAreaLight = rectAreaLights[ i ];
		RE_Direct_RectArea( rectAreaLight, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
	}
	#pragma unroll_loop_end
#endif
#if defined( RE_IndirectDiffuse )
	vec3 iblIrradiance = vec3( 0.0 );
	vec3 irradiance = getAmbientLightIrradiance( ambientLightColor );
	#if defined( USE_LIGHT_PROBES )
		irradiance += getLightProbeIrradiance( lightProbe, geometryNormal );
	#endif
	#if ( NUM_HEMI_LIGHTS > 0 )
		#pragma unroll_loop_start
		for ( int i = 0; i < NUM_HEMI_LIGHTS; i ++ ) {
			irradiance += getHemisphereLightIrradiance( hemisphereLights[ i ], geometryNormal );
		}
		#pragma unroll_loop_end
	#endif
	#if NUM_LIGHT_PROBE_GRIDS > 0
		vec3 probeWorldPos = ( ( vec4( geometryPosition, 1.0 ) - viewMatrix[ 3 ] ) * viewMatrix ).xyz;
		vec3 probeWorldNormal = transformNormalByInverseViewMatrix( geometryNormal, viewMatrix );
		int probeGrid = - 1;
		#pragma unroll_loop_start
		for ( int i = 0; i < NUM_LIGHT_PROBE_GRIDS; i ++ ) {
			if ( isInsideLightProbeGrid( probeWorldPos, probeWorldNormal, probesMin[ i ], probesMax[ i ], probesResolution[ i ] ) ) probeGrid = UNROLLED_LOOP_INDEX;
		}
		#pragma unroll_loop_end
		#pragma unroll_loop_start
		for ( int i = 0; i < NUM_LIGHT_PROBE_GRIDS; i ++ ) {
			if ( probeGrid == UNROLLED_LOOP_INDEX ) irradiance += getLightProbeGridIrradiance( probesSH[ i ], probesMin[ i ], probesMax[ i ], probesResolution[ i ], probeWorldPos, probeWorldNormal );
		}
		#pragma unroll_loop_end
	#endif
#endif
#if defined( RE_IndirectSpecular )
	vec3 radiance = vec3( 0.0 );
	vec3 clearcoatRadiance = vec3( 0.0 );
#endif`,Fb=`#if defined( RE_IndirectDiffuse )
	#ifdef USE_LIGHTMAP
		vec4 lightMapTexel = texture2D( lightMap, vLightMapUv );
		vec3 lightMapIrradiance = lightMapTexel.rgb * lightMapIntensity;
		irradiance += lightMapIrradiance;
	#endif
	#if defined( USE_ENVMAP ) && defined( ENVMAP_TYPE_PMREM )
		#if defined( STANDARD ) || defined( LAMBERT ) || defined( PHONG )
			iblIrradiance += getIBLIrradiance( geometryNormal );
		#endif
	#endif
#endif
#if defined( USE_ENVMAP ) && defined( RE_IndirectSpecular )
	#ifdef USE_ANISOTROPY
		vec3 iblRadiance = getIBLAnisotropyRadiance( geometryViewDir, geometryNormal, material.roughness, material.anisotropyB, material.anisotropy );
	#else
		vec3 iblRadiance = getIBLRadiance( geometryViewDir, geometryNormal, material.roughness );
	#endif
	#ifdef USE_RETROREFLECTION
		#ifdef USE_ANISOTROPY
			vec3 retroIBLRadiance = getIBLAnisotropyRetroRadiance( geometryViewDir, geometryNormal, material.roughness, material.anisotropyB, material.anisotropy );
		#else
			vec3 retroIBLRadiance = getIBLRetroRadiance( geometryViewDir, geometryNormal, material.roughness );
		#endif
		iblRadiance = mix( iblRadiance, retroIBLRadiance, saturate( material.retroreflectivity ) );
	#endif
	radiance += iblRadiance;
	#ifdef USE_CLEARCOAT
		clearcoatRadiance += getIBLRadiance( geometryViewDir, geometryClearcoatNormal, material.clearcoatRoughness );
	#endif
#endif`,Ob=`#if defined( RE_IndirectDiffuse )
	#if defined( LAMBERT ) || defined( PHONG )
		irradiance += iblIrradiance;
	#endif
	RE_IndirectDiffuse( irradiance, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
#endif
#if defined( RE_IndirectSpecular )
	RE_IndirectSpecular( radiance, iblIrradiance, clearcoatRadiance, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
#endif`,Bb=`#if NUM_LIGHT_PROBE_GRIDS > 0
uniform highp sampler3D probesSH[ NUM_LIGHT_PROBE_GRIDS ];
uniform vec3 probesMin[ NUM_LIGHT_PROBE_GRIDS ];
uniform vec3 probesMax[ NUM_LIGHT_PROBE_GRIDS ];
uniform vec3 probesResolution[ NUM_LIGHT_PROBE_GRIDS ];
bool isInsideLightProbeGrid( vec3 worldPos, vec3 worldNormal, vec3 probesMin, vec3 probesMax, vec3 probesResolution ) {
	vec3 spacing = ( probesMax - probesMin ) / probesResolution;
	vec3 samplePos = worldPos + worldNormal * spacing * 0.5;
	vec3 margin = spacing * 0.01;
	return all( greaterThanEqual( samplePos, probesMin - margin ) ) && all( lessThanEqual( samplePos, probesMax + margin ) );
}
vec3 getLightProbeGridIrradiance( highp sampler3D probesSH, vec3 probesMin, vec3 probesMax, vec3 probesResolution, vec3 worldPos, vec3 worldNormal ) {
	vec3 res = probesResolution;
	vec3 gridRange = probesMax - probesMin;
	vec3 probeSpacing = gridRange / res;
	vec3 samplePos = worldPos + worldNormal * probeSpacing * 0.5;
	vec3 uvw = clamp( ( samplePos - probesMin ) / gridRange, 0.5 / res, 1.0 - 0.5 / res );
	float nz          = res.z;
	float paddedSlices = nz + 2.0;
	float atlasDepth  = 7.0 * paddedSlices;
	float uvZBase     = uvw.z * nz + 1.0;
	vec4 s0 = texture( probesSH, vec3( uvw.xy, ( uvZBase                       ) / atlasDepth ) );
	vec4 s1 = texture( probesSH, vec3( uvw.xy, ( uvZBase +       paddedSlices   ) / atlasDepth ) );
	vec4 s2 = texture( probesSH, vec3( uvw.xy, ( uvZBase + 2.0 * paddedSlices   ) / atlasDepth ) );
	vec4 s3 = texture( probesSH, vec3( uvw.xy, ( uvZBase + 3.0 * paddedSlices   ) / atlasDepth ) );
	vec4 s4 = texture( probesSH, vec3( uvw.xy, ( uvZBase + 4.0 * paddedSlices   ) / atlasDepth ) );
	vec4 s5 = texture( probesSH, vec3( uvw.xy, ( uvZBase + 5.0 * paddedSlices   ) / atlasDepth ) );
	vec4 s6 = texture( probesSH, vec3( uvw.xy, ( uvZBase + 6.0 * paddedSlices   ) / atlasDepth ) );
	vec3 c0 = s0.xyz;
	vec3 c1 = vec3( s0.w, s1.xy );
	vec3 c2 = vec3( s1.zw, s2.x );
	vec3 c3 = s2.yzw;
	vec3 c4 = s3.xyz;
	vec3 c5 = vec3( s3.w, s4.xy );
	vec3 c6 = vec3( s4.zw, s5.x );
	vec3 c7 = s5.yzw;
	vec3 c8 = s6.xyz;
	float x = worldNormal.x, y = worldNormal.y, z = worldNormal.z;
	vec3 result = c0 * 0.886227;
	result += c1 * 2.0 * 0.511664 * y;
	result += c2 * 2.0 * 0.511664 * z;
	result += c3 * 2.0 * 0.511664 * x;
	result += c4 * 2.0 * 0.429043 * x * y;
	result += c5 * 2.0 * 0.429043 * y * z;
	result += c6 * ( 0.743125 * z * z - 0.247708 );
	result += c7 * 2.0 * 0.429043 * x * z;
	result += c8 * 0.429043 * ( x * x - y * y );
	return max( result, vec3( 0.0 ) );
}
#endif`,zb=`#if defined( USE_LOGARITHMIC_DEPTH_BUFFER )
	gl_FragDepth = vIsPerspective == 0.0 ? gl_FragCoord.z : log2( vFragDepth ) * logDepthBufFC * 0.5;
#endif`,kb=`#if defined( USE_LOGARITHMIC_DEPTH_BUFFER )
	uniform float logDepthBufFC;
	varying float vFragDepth;
	varying float vIsPerspective;
#endif`,Vb=`#ifdef USE_LOGARITHMIC_DEPTH_BUFFER
	varying float vFragDepth;
	varying float vIsPerspective;
#endif`,Hb=`#ifdef USE_LOGARITHMIC_DEPTH_BUFFER
	vFragDepth = 1.0 + gl_Position.w;
	vIsPerspective = float( isPerspectiveMatrix( projectionMatrix ) );
#endif`,Gb=`#ifdef USE_MAP
	vec4 sampledDiffuseColor = texture2D( map, vMapUv );
	#ifdef DECODE_VIDEO_TEXTURE
		sampledDiffuseColor = sRGBTransferEOTF( sampledDiffuseColor );
	#endif
	diffuseColor *= sampledDiffuseColor;
#endif`,Wb=`#ifdef USE_MAP
	uniform sampler2D map;
#endif`,Xb=`#if defined( USE_MAP ) || defined( USE_ALPHAMAP )
	#if defined( USE_POINTS_UV )
		vec2 uv = vUv;
	#else
		vec2 uv = ( uvTransform * vec3( gl_PointCoord.x, 1.0 - gl_PointCoord.y, 1 ) ).xy;
	#endif
#endif
#ifdef USE_MAP
	diffuseColor *= texture2D( map, uv );
#endif
#ifdef USE_ALPHAMAP
	diffuseColor.a *= texture2D( alphaMap, uv ).g;
#endif`,qb=`#if defined( USE_POINTS_UV )
	varying vec2 vUv;
#else
	#if defined( USE_MAP ) || defined( USE_ALPHAMAP )
		uniform mat3 uvTransform;
	#endif
#endif
#ifdef USE_MAP
	uniform sampler2D map;
#endif
#ifdef USE_ALPHAMAP
	uniform sampler2D alphaMap;
#endif`,Yb=`float metalnessFactor = metalness;
#ifdef USE_METALNESSMAP
	vec4 texelMetalness = texture2D( metalnessMap, vMetalnessMapUv );
	metalnessFactor *= texelMetalness.b;
#endif`,$b=`#ifdef USE_METALNESSMAP
	uniform sampler2D metalnessMap;
#endif`,Zb=`#ifdef USE_INSTANCING_MORPH
	float morphTargetInfluences[ MORPHTARGETS_COUNT ];
	float morphTargetBaseInfluence = texelFetch( morphTexture, ivec2( 0, gl_InstanceID ), 0 ).r;
	for ( int i = 0; i < MORPHTARGETS_COUNT; i ++ ) {
		morphTargetInfluences[i] =  texelFetch( morphTexture, ivec2( i + 1, gl_InstanceID ), 0 ).r;
	}
#endif`,Jb=`#if defined( USE_MORPHCOLORS )
	#if defined( USE_COLOR_ALPHA )
		vColor *= morphTargetBaseInfluence;
	#elif defined( USE_COLOR )
		vColor.rgb *= morphTargetBaseInfluence;
	#endif
	for ( int i = 0; i < MORPHTARGETS_COUNT; i ++ ) {
		#if defined( USE_COLOR_ALPHA )
			if ( morphTargetInfluences[ i ] != 0.0 ) vColor += getMorph( gl_VertexID, i, 2 ) * morphTargetInfluences[ i ];
		#elif defined( USE_COLOR )
			if ( morphTargetInfluences[ i ] != 0.0 ) vColor.rgb += getMorph( gl_VertexID, i, 2 ).rgb * morphTargetInfluences[ i ];
		#endif
	}
#endif`,Kb=`#ifdef USE_MORPHNORMALS
	objectNormal *= morphTargetBaseInfluence;
	for ( int i = 0; i < MORPHTARGETS_COUNT; i ++ ) {
		if ( morphTargetInfluences[ i ] != 0.0 ) objectNormal += getMorph( gl_VertexID, i, 1 ).xyz * morphTargetInfluences[ i ];
	}
#endif`,jb=`#ifdef USE_MORPHTARGETS
	#ifndef USE_INSTANCING_MORPH
		uniform float morphTargetBaseInfluence;
		uniform float morphTargetInfluences[ MORPHTARGETS_COUNT ];
	#endif
	uniform sampler2DArray morphTargetsTexture;
	uniform ivec2 morphTargetsTextureSize;
	vec4 getMorph( const in int vertexIndex, const in int morphTargetIndex, const in int offset ) {
		int texelIndex = vertexIndex * MORPHTARGETS_TEXTURE_STRIDE + offset;
		int y = texelIndex / morphTargetsTextureSize.x;
		int x = texelIndex - y * morphTargetsTextureSize.x;
		ivec3 morphUV = ivec3( x, y, morphTargetIndex );
		return texelFetch( morphTargetsTexture, morphUV, 0 );
	}
#endif`,Qb=`#ifdef USE_MORPHTARGETS
	transformed *= morphTargetBaseInfluence;
	for ( int i = 0; i < MORPHTARGETS_COUNT; i ++ ) {
		if ( morphTargetInfluences[ i ] != 0.0 ) transformed += getMorph( gl_VertexID, i, 0 ).xyz * morphTargetInfluences[ i ];
	}
#endif`,tw=`float faceDirection = gl_FrontFacing ? 1.0 : - 1.0;
#ifdef FLAT_SHADED
	vec3 fdx = dFdx( vViewPosition );
	vec3 fdy = dFdy( vViewPosition );
	vec3 normal = normalize( cross( fdx, fdy ) );
#else
	vec3 normal = normalize( vNormal );
	#ifdef DOUBLE_SIDED
		normal *= faceDirection;
	#endif
#endif
#if defined( USE_NORMALMAP_TANGENTSPACE ) || defined( USE_CLEARCOAT_NORMALMAP ) || defined( USE_ANISOTROPY )
	#ifdef USE_TANGENT
		mat3 tbn = mat3( normalize( vTangent ), normalize( vBitangent ), normal );
	#else
		mat3 tbn = getTangentFrame( - vViewPosition, normal,
		#if defined( USE_NORMALMAP )
			vNormalMapUv
		#elif defined( USE_CLEARCOAT_NORMALMAP )
			vClearcoatNormalMapUv
		#else
			vUv
		#endif
		);
	#endif
	#ifdef DOUBLE_SIDED
		tbn[0] *= faceDirection;
		tbn[1] *= faceDirection;
	#endif
#endif
#ifdef USE_CLEARCOAT_NORMALMAP
	#ifdef USE_TANGENT
		mat3 tbn2 = mat3( normalize( vTangent ), normalize( vBitangent ), normal );
	#else
		mat3 tbn2 = getTangentFrame( - vViewPosition, normal, vClearcoatNormalMapUv );
	#endif
	#ifdef DOUBLE_SIDED
		tbn2[0] *= faceDirection;
		tbn2[1] *= faceDirection;
	#endif
#endif
vec3 nonPerturbedNormal = normal;`,ew=`#ifdef USE_NORMALMAP_OBJECTSPACE
	normal = texture2D( normalMap, vNormalMapUv ).xyz * 2.0 - 1.0;
	#ifdef FLIP_SIDED
		normal = - normal;
	#endif
	#ifdef DOUBLE_SIDED
		normal = normal * faceDirection;
	#endif
	normal = normalize( normalMatrix * normal );
#elif defined( USE_NORMALMAP_TANGENTSPACE )
	vec3 mapN = texture2D( normalMap, vNormalMapUv ).xyz * 2.0 - 1.0;
	#if defined( USE_PACKED_NORMALMAP )
		mapN = vec3( mapN.xy, sqrt( saturate( 1.0 - dot( mapN.xy, mapN.xy ) ) ) );
	#endif
	mapN.xy *= normalScale;
	normal = normalize( tbn * mapN );
#elif defined( USE_BUMPMAP )
	normal = perturbNormalArb( - vViewPosition, normal, dHdxy_fwd(), faceDirection );
#endif`,nw=`#ifndef FLAT_SHADED
	varying vec3 vNormal;
	#ifdef USE_TANGENT
		varying vec3 vTangent;
		varying vec3 vBitangent;
	#endif
#endif`,iw=`#ifndef FLAT_SHADED
	varying vec3 vNormal;
	#ifdef USE_TANGENT
		varying vec3 vTangent;
		varying vec3 vBitangent;
	#endif
#endif`,sw=`#ifndef FLAT_SHADED
	vNormal = normalize( transformedNormal );
	#ifdef USE_TANGENT
		vTangent = normalize( transformedTangent );
		vBitangent = normalize( cross( vNormal, vTangent ) * tangent.w );
		#ifdef FLIP_SIDED
			vBitangent = - vBitangent;
		#endif
	#endif
#endif`,rw=`#ifdef USE_NORMALMAP
	uniform sampler2D normalMap;
	uniform vec2 normalScale;
#endif
#ifdef USE_NORMALMAP_OBJECTSPACE
	uniform mat3 normalMatrix;
#endif
#if ! defined ( USE_TANGENT ) && ( defined ( USE_NORMALMAP_TANGENTSPACE ) || defined ( USE_CLEARCOAT_NORMALMAP ) || defined( USE_ANISOTROPY ) )
	mat3 getTangentFrame( vec3 eye_pos, vec3 surf_norm, vec2 uv ) {
		vec3 q0 = dFdx( eye_pos.xyz );
		vec3 q1 = dFdy( eye_pos.xyz );
		vec2 st0 = dFdx( uv.st );
		vec2 st1 = dFdy( uv.st );
		vec3 N = surf_norm;
		vec3 q1perp = cross( q1, N );
		vec3 q0perp = cross( N, q0 );
		vec3 T = q1perp * st0.x + q0perp * st1.x;
		vec3 B = q1perp * st0.y + q0perp * st1.y;
		float det = max( dot( T, T ), dot( B, B ) );
		float scale = ( det == 0.0 ) ? 0.0 : inversesqrt( det );
		return mat3( T * scale, B * scale, N );
	}
#endif`,ow=`#ifdef USE_CLEARCOAT
	vec3 clearcoatNormal = nonPerturbedNormal;
#endif`,aw=`#ifdef USE_CLEARCOAT_NORMALMAP
	vec3 clearcoatMapN = texture2D( clearcoatNormalMap, vClearcoatNormalMapUv ).xyz * 2.0 - 1.0;
	clearcoatMapN.xy *= clearcoatNormalScale;
	clearcoatNormal = normalize( tbn2 * clearcoatMapN );
#endif`,lw=`#ifdef USE_CLEARCOATMAP
	uniform sampler2D clearcoatMap;
#endif
#ifdef USE_CLEARCOAT_NORMALMAP
	uniform sampler2D clearcoatNormalMap;
	uniform vec2 clearcoatNormalScale;
#endif
#ifdef USE_CLEARCOAT_ROUGHNESSMAP
	uniform sampler2D clearcoatRoughnessMap;
#endif`,cw=`#ifdef USE_IRIDESCENCEMAP
	uniform sampler2D iridescenceMap;
#endif
#ifdef USE_IRIDESCENCE_THICKNESSMAP
	uniform sampler2D iridescenceThicknessMap;
#endif`,hw=`#ifdef OPAQUE
diffuseColor.a = 1.0;
#endif
#ifdef USE_TRANSMISSION
diffuseColor.a *= material.transmissionAlpha;
#endif
gl_FragColor = vec4( outgoingLight, diffuseColor.a );`,uw=`vec3 packNormalToRGB( const in vec3 normal ) {
	return normalize( normal ) * 0.5 + 0.5;
}
vec3 unpackRGBToNormal( const in vec3 rgb ) {
	return 2.0 * rgb.xyz - 1.0;
}
const float PackUpscale = 256. / 255.;const float UnpackDownscale = 255. / 256.;const float ShiftRight8 = 1. / 256.;
const float Inv255 = 1. / 255.;
const vec4 PackFactors = vec4( 1.0, 256.0, 256.0 * 256.0, 256.0 * 256.0 * 256.0 );
const vec2 UnpackFactors2 = vec2( UnpackDownscale, 1.0 / PackFactors.g );
const vec3 UnpackFactors3 = vec3( UnpackDownscale / PackFactors.rg, 1.0 / PackFactors.b );
const vec4 UnpackFactors4 = vec4( UnpackDownscale / PackFactors.rgb, 1.0 / PackFactors.a );
vec4 packDepthToRGBA( const in float v ) {
	if( v <= 0.0 )
		return vec4( 0., 0., 0., 0. );
	if( v >= 1.0 )
		return vec4( 1., 1., 1., 1. );
	float vuf;
	float af = modf( v * PackFactors.a, vuf );
	float bf = modf( vuf * ShiftRight8, vuf );
	float gf = modf( vuf * ShiftRight8, vuf );
	return vec4( vuf * Inv255, gf * PackUpscale, bf * PackUpscale, af );
}
vec3 packDepthToRGB( const in float v ) {
	if( v <= 0.0 )
		return vec3( 0., 0., 0. );
	if( v >= 1.0 )
		return vec3( 1., 1., 1. );
	float vuf;
	float bf = modf( v * PackFactors.b, vuf );
	float gf = modf( vuf * ShiftRight8, vuf );
	return vec3( vuf * Inv255, gf * PackUpscale, bf );
}
vec2 packDepthToRG( const in float v ) {
	if( v <= 0.0 )
		return vec2( 0., 0. );
	if( v >= 1.0 )
		return vec2( 1., 1. );
	float vuf;
	float gf = modf( v * 256., vuf );
	return vec2( vuf * Inv255, gf );
}
float unpackRGBAToDepth( const in vec4 v ) {
	return dot( v, UnpackFactors4 );
}
float unpackRGBToDepth( const in vec3 v ) {
	return dot( v, UnpackFactors3 );
}
float unpackRGToDepth( const in vec2 v ) {
	return v.r * UnpackFactors2.r + v.g * UnpackFactors2.g;
}
vec4 pack2HalfToRGBA( const in vec2 v ) {
	vec4 r = vec4( v.x, fract( v.x * 255.0 ), v.y, fract( v.y * 255.0 ) );
	return vec4( r.x - r.y / 255.0, r.y, r.z - r.w / 255.0, r.w );
}
vec2 unpackRGBATo2Half( const in vec4 v ) {
	return vec2( v.x + ( v.y / 255.0 ), v.z + ( v.w / 255.0 ) );
}
float viewZToOrthographicDepth( const in float viewZ, const in float near, const in float far ) {
	return ( viewZ + near ) / ( near - far );
}
float orthographicDepthToViewZ( const in float depth, const in float near, const in float far ) {
	#ifdef USE_REVERSED_DEPTH_BUFFER
	
		return depth * ( far - near ) - far;
	#else
		return depth * ( near - far ) - near;
	#endif
}
float viewZToPerspectiveDepth( const in float viewZ, const in float near, const in float far ) {
	return ( ( near + viewZ ) * far ) / ( ( far - near ) * viewZ );
}
float perspectiveDepthToViewZ( const in float depth, const in float near, const in float far ) {
	
	#ifdef USE_REVERSED_DEPTH_BUFFER
		return ( near * far ) / ( ( near - far ) * depth - near );
	#else
		return ( near * far ) / ( ( far - near ) * depth - far );
	#endif
}`,dw=`#ifdef PREMULTIPLIED_ALPHA
	gl_FragColor.rgb *= gl_FragColor.a;
#endif`,fw=`vec4 mvPosition = vec4( transformed, 1.0 );
#ifdef USE_BATCHING
	mvPosition = batchingMatrix * mvPosition;
#endif
#ifdef USE_INSTANCING
	mvPosition = instanceMatrix * mvPosition;
#endif
mvPosition = modelViewMatrix * mvPosition;
gl_Position = projectionMatrix * mvPosition;`,pw=`#ifdef DITHERING
	gl_FragColor.rgb = dithering( gl_FragColor.rgb );
#endif`,mw=`#ifdef DITHERING
	vec3 dithering( vec3 color ) {
		float grid_position = rand( gl_FragCoord.xy );
		vec3 dither_shift_RGB = vec3( 0.25 / 255.0, -0.25 / 255.0, 0.25 / 255.0 );
		dither_shift_RGB = mix( 2.0 * dither_shift_RGB, -2.0 * dither_shift_RGB, grid_position );
		return color + dither_shift_RGB;
	}
#endif`,gw=`float roughnessFactor = roughness;
#ifdef USE_ROUGHNESSMAP
	vec4 texelRoughness = texture2D( roughnessMap, vRoughnessMapUv );
	roughnessFactor *= texelRoughness.g;
#endif`,_w=`#ifdef USE_ROUGHNESSMAP
	uniform sampler2D roughnessMap;
#endif`,xw=`#if NUM_SPOT_LIGHT_COORDS > 0
	varying vec4 vSpotLightCoord[ NUM_SPOT_LIGHT_COORDS ];
#endif
#if NUM_SPOT_LIGHT_MAPS > 0
	uniform sampler2D spotLightMap[ NUM_SPOT_LIGHT_MAPS ];
#endif
#ifdef USE_SHADOWMAP
	#if NUM_SUN_LIGHT_SHADOWS > 0
		#define SUN_LIGHT_CASCADES 2
		#if defined( SHADOWMAP_TYPE_PCF )
			uniform sampler2DShadow sunShadowMap[ NUM_SUN_LIGHT_SHADOWS ];
		#else
			uniform sampler2D sunShadowMap[ NUM_SUN_LIGHT_SHADOWS ];
		#endif
		uniform mat4 sunShadowMatrix[ NUM_SUN_LIGHT_SHADOWS * SUN_LIGHT_CASCADES ];
		uniform vec4 sunShadowCascade[ NUM_SUN_LIGHT_SHADOWS * SUN_LIGHT_CASCADES ];
		varying vec4 vSunShadowWorldPosition;
		varying vec3 vSunShadowWorldNormal;
		struct SunLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
		};
		uniform SunLightShadow sunLightShadows[ NUM_SUN_LIGHT_SHADOWS ];
	#endif
	#if NUM_DIR_LIGHT_SHADOWS > 0
		#if defined( SHADOWMAP_TYPE_PCF )
			uniform sampler2DShadow directionalShadowMap[ NUM_DIR_LIGHT_SHADOWS ];
		#else
			uniform sampler2D directionalShadowMap[ NUM_DIR_LIGHT_SHADOWS ];
		#endif
		varying vec4 vDirectionalShadowCoord[ NUM_DIR_LIGHT_SHADOWS ];
		struct DirectionalLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
		};
		uniform DirectionalLightShadow directionalLightShadows[ NUM_DIR_LIGHT_SHADOWS ];
	#endif
	#if NUM_SPOT_LIGHT_SHADOWS > 0
		#if defined( SHADOWMAP_TYPE_PCF )
			uniform sampler2DShadow spotShadowMap[ NUM_SPOT_LIGHT_SHADOWS ];
		#else
			uniform sampler2D spotShadowMap[ NUM_SPOT_LIGHT_SHADOWS ];
		#endif
		struct SpotLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
		};
		uniform SpotLightShadow spotLightShadows[ NUM_SPOT_LIGHT_SHADOWS ];
	#endif
	#if NUM_POINT_LIGHT_SHADOWS > 0
		#if defined( SHADOWMAP_TYPE_PCF )
			uniform samplerCubeShadow pointShadowMap[ NUM_POINT_LIGHT_SHADOWS ];
		#elif defined( SHADOWMAP_TYPE_BASIC )
			uniform samplerCube pointShadowMap[ NUM_POINT_LIGHT_SHADOWS ];
		#endif
		varying vec4 vPointShadowCoord[ NUM_POINT_LIGHT_SHADOWS ];
		struct PointLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
			float shadowCameraNear;
			float shadowCameraFar;
		};
		uniform PointLightShadow pointLightShadows[ NUM_POINT_LIGHT_SHADOWS ];
	#endif
	#if defined( SHADOWMAP_TYPE_PCF )
		float interleavedGradientNoise( vec2 position ) {
			return fract( 52.9829189 * fract( dot( position, vec2( 0.06711056, 0.00583715 ) ) ) );
		}
		vec2 vogelDiskSample( int sampleIndex, int samplesCount, float phi ) {
			const float goldenAngle = 2.399963229728653;
			float r = sqrt( ( float( sampleIndex ) + 0.5 ) / float( samplesCount ) );
			float theta = float( sampleIndex ) * goldenAngle + phi;
			return vec2( cos( theta ), sin( theta ) ) * r;
		}
	#endif
	#if defined( SHADOWMAP_TYPE_PCF )
		float getShadow( sampler2DShadow shadowMap, vec2 shadowMapSize, float shadowIntensity, float shadowBias, float shadowRadius, vec4 shadowCoord ) {
			float shadow = 1.0;
			shadowCoord.xyz /= shadowCoord.w;
			#ifdef USE_REVERSED_DEPTH_BUFFER
				shadowCoord.z -= shadowBias;
			#else
				shadowCoord.z += shadowBias;
			#endif
			bool inFrustum = shadowCoord.x >= 0.0 && shadowCoord.x <= 1.0 && shadowCoord.y >= 0.0 && shadowCoord.y <= 1.0;
			bool frustumTest = inFrustum && shadowCoord.z <= 1.0;
			if ( frustumTest ) {
				vec2 texelSize = vec2( 1.0 ) / shadowMapSize;
				vec2 radius = shadowRadius * texelSize;
				float phi = interleavedGradientNoise( gl_FragCoord.xy ) * PI2;
				shadow = (
					texture( shadowMap, vec3( shadowCoord.xy + vogelDiskSample( 0, 5, phi ) * radius, shadowCoord.z ) ) +
					texture( shadowMap, vec3( shadowCoord.xy + vogelDiskSample( 1, 5, phi ) * radius, shadowCoord.z ) ) +
					texture( shadowMap, vec3( shadowCoord.xy + vogelDiskSample( 2, 5, phi ) * radius, shadowCoord.z ) ) +
					texture( shadowMap, vec3( shadowCoord.xy + vogelDiskSample( 3, 5, phi ) * radius, shadowCoord.z ) ) +
					texture( shadowMap, vec3( shadowCoord.xy + vogelDiskSample( 4, 5, phi ) * radius, shadowCoord.z ) )
				) * 0.2;
			}
			return mix( 1.0, shadow, shadowIntensity );
		}
	#elif defined( SHADOWMAP_TYPE_VSM )
		float getShadow( sampler2D shadowMap, vec2 shadowMapSize, float shadowIntensity, float shadowBias, float shadowRadius, vec4 shadowCoord ) {
			float shadow = 1.0;
			shadowCoord.xyz /= shadowCoord.w;
			#ifdef USE_REVERSED_DEPTH_BUFFER
				shadowCoord.z -= shadowBias;
			#else
				shadowCoord.z += shadowBias;
			#endif
			bool inFrustum = shadowCoord.x >= 0.0 && shadowCoord.x <= 1.0 && shadowCoord.y >= 0.0 && shadowCoord.y <= 1.0;
			bool frustumTest = inFrustum && shadowCoord.z <= 1.0;
			if ( frustumTest ) {
				vec2 distribution = texture2D( shadowMap, shadowCoord.xy ).rg;
				float mean = distribution.x;
				float variance = distribution.y * distribution.y;
				#ifdef USE_REVERSED_DEPTH_BUFFER
					float hard_shadow = step( mean, shadowCoord.z );
				#else
					float hard_shadow = step( shadowCoord.z, mean );
				#endif
				
				if ( hard_shadow == 1.0 ) {
					shadow = 1.0;
				} else {
					variance = max( variance, 0.0000001 );
					float d = shadowCoord.z - mean;
					float p_max = variance / ( variance + d * d );
					p_max = clamp( ( p_max - 0.3 ) / 0.65, 0.0, 1.0 );
					shadow = max( hard_shadow, p_max );
				}
			}
			return mix( 1.0, shadow, shadowIntensity );
		}
	#else
		float getShadow( sampler2D shadowMap, vec2 shadowMapSize, float shadowIntensity, float shadowBias, float shadowRadius, vec4 shadowCoord ) {
			float shadow = 1.0;
			shadowCoord.xyz /= shadowCoord.w;
			#ifdef USE_REVERSED_DEPTH_BUFFER
				shadowCoord.z -= shadowBias;
			#else
				shadowCoord.z += shadowBias;
			#endif
			bool inFrustum = shadowCoord.x >= 0.0 && shadowCoord.x <= 1.0 && shadowCoord.y >= 0.0 && shadowCoord.y <= 1.0;
			bool frustumTest = inFrustum && shadowCoord.z <= 1.0;
			if ( frustumTest ) {
				float depth = texture2D( shadowMap, shadowCoord.xy ).r;
				#ifdef USE_REVERSED_DEPTH_BUFFER
					shadow = step( depth, shadowCoord.z );
				#else
					shadow = step( shadowCoord.z, depth );
				#endif
			}
			return mix( 1.0, shadow, shadowIntensity );
		}
	#endif
	#if NUM_SUN_LIGHT_SHADOWS > 0
		float getSunShadow(
			#if defined( SHADOWMAP_TYPE_PCF )
				sampler2DShadow shadowMap,
			#else
				sampler2D shadowMap,
			#endif
			SunLightShadow sunLightShadow,
			int shadowIndex
		) {
			vec4 shadowWorldPosition = vec4( vSunShadowWorldPosition.xyz + vSunShadowWorldNormal * sunLightShadow.shadowNormalBias, 1.0 );
			float viewDepth = vSunShadowWorldPosition.w;
			int cascadeOffset = shadowIndex * SUN_LIGHT_CASCADES;
			float shadow = 1.0;
			for ( int i = SUN_LIGHT_CASCADES - 1; i >= 0; i -- ) {
				vec4 cascade = sunShadowCascade[ cascadeOffset + i ];
				if ( viewDepth >= cascade.x && viewDepth < cascade.y ) {
					float cascadeShadow = getShadow(
						shadowMap,
						sunLightShadow.shadowMapSize,
						sunLightShadow.shadowIntensity,
						sunLightShadow.shadowBias,
						sunLightShadow.shadowRadius,
						sunShadowMatrix[ cascadeOffset + i ] * shadowWorldPosition
					);
					shadow = mix( cascadeShadow, shadow, smoothstep( cascade.z, cascade.y, viewDepth ) );
				}
			}
			return shadow;
		}
	#endif
	#if NUM_POINT_LIGHT_SHADOWS > 0
	#if defined( SHADOWMAP_TYPE_PCF )
	float getPointShadow( samplerCubeShadow shadowMap, vec2 shadowMapSize, float shadowIntensity, float shadowBias, float shadowRadius, vec4 shadowCoord, float shadowCameraNear, float shadowCameraFar ) {
		float shadow = 1.0;
		vec3 lightToPosition = shadowCoord.xyz;
		vec3 bd3D = normalize( lightToPosition );
		vec3 absVec = abs( lightToPosition );
		float viewSpaceZ = max( max( absVec.x, absVec.y ), absVec.z );
		if ( viewSpaceZ - shadowCameraFar <= 0.0 && viewSpaceZ - shadowCameraNear >= 0.0 ) {
			float lightDistance = length( lightToPosition );
			float depthRange = shadowCameraFar - shadowCameraNear;
			#ifdef USE_REVERSED_DEPTH_BUFFER
				float depthA = - shadowCameraNear / depthRange - shadowBias;
				float depthB = shadowCameraNear * shadowCameraFar / ( depthRange * lightDistance );
			#else
				float depthA = shadowCameraFar / depthRange + shadowBias;
				float depthB = - shadowCameraNear * shadowCameraFar / ( depthRange * lightDistance );
			#endif
			float texelSize = shadowRadius / shadowMapSize.x;
			vec3 absDir = abs( bd3D );
			vec3 tangent = absDir.x > absDir.z ? vec3( 0.0, 1.0, 0.0 ) : vec3( 1.0, 0.0, 0.0 );
			tangent = normalize( cross( bd3D, tangent ) );
			vec3 bitangent = cross( bd3D, tangent );
			float phi = interleavedGradientNoise( gl_FragCoord.xy ) * PI2;
			shadow = 0.0;
			for ( int i = 0; i < 5; i ++ ) {
				vec2 offset = vogelDiskSample( i, 5, phi );
				vec3 direction = bd3D + ( tangent * offset.x + bitangent * offset.y ) * texelSize;
				vec3 absDirection = abs( direction );
				float dp = depthA + depthB / max( max( absDirection.x, absDirection.y ), absDirection.z );
				shadow += texture( shadowMap, vec4( direction, dp ) );
			}
			shadow *= 0.2;
		}
		return mix( 1.0, shadow, shadowIntensity );
	}
	#elif defined( SHADOWMAP_TYPE_BASIC )
	float getPointShadow( samplerCube shadowMap, vec2 shadowMapSize, float shadowIntensity, float shadowBias, float shadowRadius, vec4 shadowCoord, float shadowCameraNear, float shadowCameraFar ) {
		float shadow = 1.0;
		vec3 lightToPosition = shadowCoord.xyz;
		vec3 absVec = abs( lightToPosition );
		float viewSpaceZ = max( max( absVec.x, absVec.y ), absVec.z );
		if ( viewSpaceZ - shadowCameraFar <= 0.0 && viewSpaceZ - shadowCameraNear >= 0.0 ) {
			float dp = ( shadowCameraFar * ( viewSpaceZ - shadowCameraNear ) ) / ( viewSpaceZ * ( shadowCameraFar - shadowCameraNear ) );
			dp += shadowBias;
			vec3 bd3D = normalize( lightToPosition );
			float depth = textureCube( shadowMap, bd3D ).r;
			#ifdef USE_REVERSED_DEPTH_BUFFER
				depth = 1.0 - depth;
			#endif
			shadow = step( dp, depth );
		}
		return mix( 1.0, shadow, shadowIntensity );
	}
	#endif
	#endif
#endif`,yw=`#if NUM_SPOT_LIGHT_COORDS > 0
	uniform mat4 spotLightMatrix[ NUM_SPOT_LIGHT_COORDS ];
	varying vec4 vSpotLightCoord[ NUM_SPOT_LIGHT_COORDS ];
#endif
#ifdef USE_SHADOWMAP
	#if NUM_SUN_LIGHT_SHADOWS > 0
		varying vec4 vSunShadowWorldPosition;
		varying vec3 vSunShadowWorldNormal;
	#endif
	#if NUM_DIR_LIGHT_SHADOWS > 0
		uniform mat4 directionalShadowMatrix[ NUM_DIR_LIGHT_SHADOWS ];
		varying vec4 vDirectionalShadowCoord[ NUM_DIR_LIGHT_SHADOWS ];
		struct DirectionalLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
		};
		uniform DirectionalLightShadow directionalLightShadows[ NUM_DIR_LIGHT_SHADOWS ];
	#endif
	#if NUM_SPOT_LIGHT_SHADOWS > 0
		struct SpotLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
		};
		uniform SpotLightShadow spotLightShadows[ NUM_SPOT_LIGHT_SHADOWS ];
	#endif
	#if NUM_POINT_LIGHT_SHADOWS > 0
		uniform mat4 pointShadowMatrix[ NUM_POINT_LIGHT_SHADOWS ];
		varying vec4 vPointShadowCoord[ NUM_POINT_LIGHT_SHADOWS ];
		struct PointLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
			float shadowCameraNear;
			float shadowCameraFar;
		};
		uniform PointLightShadow pointLightShadows[ NUM_POINT_LIGHT_SHADOWS ];
	#endif
#endif`,vw=`#if ( defined( USE_SHADOWMAP ) && ( NUM_DIR_LIGHT_SHADOWS > 0 || NUM_SUN_LIGHT_SHADOWS > 0 || NUM_POINT_LIGHT_SHADOWS > 0 ) ) || ( NUM_SPOT_LIGHT_COORDS > 0 )
	#ifdef HAS_NORMAL
		vec3 shadowWorldNormal = transformNormalByInverseViewMatrix( transformedNormal, viewMatrix );
	#else
		vec3 shadowWorldNormal = vec3( 0.0 );
	#endif
	vec4 shadowWorldPosition;
#endif
#if defined( USE_SHADOWMAP )
	#if NUM_SUN_LIGHT_SHADOWS > 0
		vSunShadowWorldPosition = vec4( worldPosition.xyz, - mvPosition.z );
		vSunShadowWorldNormal = shadowWorldNormal;
	#endif
	#if NUM_DIR_LIGHT_SHADOWS > 0
		#pragma unroll_loop_start
		for ( int i = 0; i < NUM_DIR_LIGHT_SHADOWS; i ++ ) {
			shadowWorldPosition = worldPosition + vec4( shadowWorldNormal * directionalLightShadows[ i ].shadowNormalBias, 0 );
			vDirectionalShadowCoord[ i ] = directionalShadowMatrix[ i ] * shadowWorldPosition;
		}
		#pragma unroll_loop_end
	#endif
	#if NUM_POINT_LIGHT_SHADOWS > 0
		#pragma unroll_loop_start
		for ( int i = 0; i < NUM_POINT_LIGHT_SHADOWS; i ++ ) {
			shadowWorldPosition = worldPosition + vec4( shadowWorldNormal * pointLightShadows[ i ].shadowNormalBias, 0 );
			vPointShadowCoord[ i ] = pointShadowMatrix[ i ] * shadowWorldPosition;
		}
		#pragma unroll_loop_end
	#endif
#endif
#if NUM_SPOT_LIGHT_COORDS > 0
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_SPOT_LIGHT_COORDS; i ++ ) {
		shadowWorldPosition = worldPosition;
		#if ( defined( USE_SHADOWMAP ) && UNROLLED_LOOP_INDEX < NUM_SPOT_LIGHT_SHADOWS )
			shadowWorldPosition.xyz += shadowWorldNormal * spotLightShadows[ i ].shadowNormalBias;
		#endif
		vSpotLightCoord[ i ] = spotLightMatrix[ i ] * shadowWorldPosition;
	}
	#pragma unroll_loop_end
#endif`,Sw=`float getShadowMask() {
	float shadow = 1.0;
	#ifdef USE_SHADOWMAP
	#if NUM_SUN_LIGHT_SHADOWS > 0
	SunLightShadow sunLight;
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_SUN_LIGHT_SHADOWS; i ++ ) {
		sunLight = sunLightShadows[ i ];
		shadow *= receiveShadow ? getSunShadow( sunShadowMap[ i ], sunLight, UNROLLED_LOOP_INDEX ) : 1.0;
	}
	#pragma unroll_loop_end
	#endif
	#if NUM_DIR_LIGHT_SHADOWS > 0
	DirectionalLightShadow directionalLight;
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_DIR_LIGHT_SHADOWS; i ++ ) {
		directionalLight = directionalLightShadows[ i ];
		shadow *= receiveShadow ? getShadow( directionalShadowMap[ i ], directionalLight.shadowMapSize, directionalLight.shadowIntensity, directionalLight.shadowBias, directionalLight.shadowRadius, vDirectionalShadowCoord[ i ] ) : 1.0;
	}
	#pragma unroll_loop_end
	#endif
	#if NUM_SPOT_LIGHT_SHADOWS > 0
	SpotLightShadow spotLight;
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_SPOT_LIGHT_SHADOWS; i ++ ) {
		spotLight = spotLightShadows[ i ];
		shadow *= receiveShadow ? getShadow( spotShadowMap[ i ], spotLight.shadowMapSize, spotLight.shadowIntensity, spotLight.shadowBias, spotLight.shadowRadius, vSpotLightCoord[ i ] ) : 1.0;
	}
	#pragma unroll_loop_end
	#endif
	#if NUM_POINT_LIGHT_SHADOWS > 0 && ( defined( SHADOWMAP_TYPE_PCF ) || defined( SHADOWMAP_TYPE_BASIC ) )
	PointLightShadow pointLight;
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_POINT_LIGHT_SHADOWS; i ++ ) {
		pointLight = pointLightShadows[ i ];
		shadow *= receiveShadow ? getPointShadow( pointShadowMap[ i ], pointLight.shadowMapSize, pointLight.shadowIntensity, pointLight.shadowBias, pointLight.shadowRadius, vPointShadowCoord[ i ], pointLight.shadowCameraNear, pointLight.shadowCameraFar ) : 1.0;
	}
	#pragma unroll_loop_end
	#endif
	#endif
	return shadow;
}`,Mw=`#ifdef USE_SKINNING
	mat4 boneMatX = getBoneMatrix( skinIndex.x );
	mat4 boneMatY = getBoneMatrix( skinIndex.y );
	mat4 boneMatZ = getBoneMatrix( skinIndex.z );
	mat4 boneMatW = getBoneMatrix( skinIndex.w );
#endif`,bw=`#ifdef USE_SKINNING
	uniform mat4 bindMatrix;
	uniform mat4 bindMatrixInverse;
	uniform highp sampler2D boneTexture;
	mat4 getBoneMatrix( const in float i ) {
		int size = textureSize( boneTexture, 0 ).x;
		int j = int( i ) * 4;
		int x = j % size;
		int y = j / size;
		vec4 v1 = texelFetch( boneTexture, ivec2( x, y ), 0 );
		vec4 v2 = texelFetch( boneTexture, ivec2( x + 1, y ), 0 );
		vec4 v3 = texelFetch( boneTexture, ivec2( x + 2, y ), 0 );
		vec4 v4 = texelFetch( boneTexture, ivec2( x + 3, y ), 0 );
		return mat4( v1, v2, v3, v4 );
	}
#endif`,ww=`#ifdef USE_SKINNING
	vec4 skinVertex = bindMatrix * vec4( transformed, 1.0 );
	vec4 skinned = vec4( 0.0 );
	skinned += boneMatX * skinVertex * skinWeight.x;
	skinned += boneMatY * skinVertex * skinWeight.y;
	skinned += boneMatZ * skinVertex * skinWeight.z;
	skinned += boneMatW * skinVertex * skinWeight.w;
	transformed = ( bindMatrixInverse * skinned ).xyz;
#endif`,Ew=`#ifdef USE_SKINNING
	mat4 skinMatrix = mat4( 0.0 );
	skinMatrix += skinWeight.x * boneMatX;
	skinMatrix += skinWeight.y * boneMatY;
	skinMatrix += skinWeight.z * boneMatZ;
	skinMatrix += skinWeight.w * boneMatW;
	skinMatrix = bindMatrixInverse * skinMatrix * bindMatrix;
	objectNormal = vec4( skinMatrix * vec4( objectNormal, 0.0 ) ).xyz;
	#ifdef USE_TANGENT
		objectTangent = vec4( skinMatrix * vec4( objectTangent, 0.0 ) ).xyz;
	#endif
#endif`,Tw=`float specularStrength;
#ifdef USE_SPECULARMAP
	vec4 texelSpecular = texture2D( specularMap, vSpecularMapUv );
	specularStrength = texelSpecular.r;
#else
	specularStrength = 1.0;
#endif`,Aw=`#ifdef USE_SPECULARMAP
	uniform sampler2D specularMap;
#endif`,Rw=`#if defined( TONE_MAPPING )
	gl_FragColor.rgb = toneMapping( gl_FragColor.rgb );
#endif`,Cw=`#ifndef saturate
#define saturate( a ) clamp( a, 0.0, 1.0 )
#endif
uniform float toneMappingExposure;
vec3 LinearToneMapping( vec3 color ) {
	return saturate( toneMappingExposure * color );
}
vec3 ReinhardToneMapping( vec3 color ) {
	color *= toneMappingExposure;
	return saturate( color / ( vec3( 1.0 ) + color ) );
}
vec3 CineonToneMapping( vec3 color ) {
	color *= toneMappingExposure;
	color = max( vec3( 0.0 ), color - 0.004 );
	return pow( ( color * ( 6.2 * color + 0.5 ) ) / ( color * ( 6.2 * color + 1.7 ) + 0.06 ), vec3( 2.2 ) );
}
vec3 RRTAndODTFit( vec3 v ) {
	vec3 a = v * ( v + 0.0245786 ) - 0.000090537;
	vec3 b = v * ( 0.983729 * v + 0.4329510 ) + 0.238081;
	return a / b;
}
vec3 ACESFilmicToneMapping( vec3 color ) {
	const mat3 ACESInputMat = mat3(
		vec3( 0.59719, 0.07600, 0.02840 ),		vec3( 0.35458, 0.90834, 0.13383 ),
		vec3( 0.04823, 0.01566, 0.83777 )
	);
	const mat3 ACESOutputMat = mat3(
		vec3(  1.60475, -0.10208, -0.00327 ),		vec3( -0.53108,  1.10813, -0.07276 ),
		vec3( -0.07367, -0.00605,  1.07602 )
	);
	color *= toneMappingExposure / 0.6;
	color = ACESInputMat * color;
	color = RRTAndODTFit( color );
	color = ACESOutputMat * color;
	return saturate( color );
}
const mat3 LINEAR_REC2020_TO_LINEAR_SRGB = mat3(
	vec3( 1.6605, - 0.1246, - 0.0182 ),
	vec3( - 0.5876, 1.1329, - 0.1006 ),
	vec3( - 0.0728, - 0.0083, 1.1187 )
);
const mat3 LINEAR_SRGB_TO_LINEAR_REC2020 = mat3(
	vec3( 0.6274, 0.0691, 0.0164 ),
	vec3( 0.3293, 0.9195, 0.0880 ),
	vec3( 0.0433, 0.0113, 0.8956 )
);
vec3 agxDefaultContrastApprox( vec3 x ) {
	vec3 x2 = x * x;
	vec3 x4 = x2 * x2;
	return + 15.5 * x4 * x2
		- 40.14 * x4 * x
		+ 31.96 * x4
		- 6.868 * x2 * x
		+ 0.4298 * x2
		+ 0.1191 * x
		- 0.00232;
}
vec3 AgXToneMapping( vec3 color ) {
	const mat3 AgXInsetMatrix = mat3(
		vec3( 0.856627153315983, 0.137318972929847, 0.11189821299995 ),
		vec3( 0.0951212405381588, 0.761241990602591, 0.0767994186031903 ),
		vec3( 0.0482516061458583, 0.101439036467562, 0.811302368396859 )
	);
	const mat3 AgXOutsetMatrix = mat3(
		vec3( 1.1271005818144368, - 0.1413297634984383, - 0.14132976349843826 ),
		vec3( - 0.11060664309660323, 1.157823702216272, - 0.11060664309660294 ),
		vec3( - 0.016493938717834573, - 0.016493938717834257, 1.2519364065950405 )
	);
	const float AgxMinEv = - 12.47393;	const float AgxMaxEv = 4.026069;
	color *= toneMappingExposure;
	color = LINEAR_SRGB_TO_LINEAR_REC2020 * color;
	color = AgXInsetMatrix * color;
	color = max( color, 1e-10 );	color = log2( color );
	color = ( color - AgxMinEv ) / ( AgxMaxEv - AgxMinEv );
	color = clamp( color, 0.0, 1.0 );
	color = agxDefaultContrastApprox( color );
	color = AgXOutsetMatrix * color;
	color = pow( max( vec3( 0.0 ), color ), vec3( 2.2 ) );
	color = LINEAR_REC2020_TO_LINEAR_SRGB * color;
	color = clamp( color, 0.0, 1.0 );
	return color;
}
vec3 NeutralToneMapping( vec3 color ) {
	const float StartCompression = 0.8 - 0.04;
	const float Desaturation = 0.15;
	color *= toneMappingExposure;
	float x = min( color.r, min( color.g, color.b ) );
	float offset = x < 0.08 ? x - 6.25 * x * x : 0.04;
	color -= offset;
	float peak = max( color.r, max( color.g, color.b ) );
	if ( peak < StartCompression ) return color;
	float d = 1. - StartCompression;
	float newPeak = 1. - d * d / ( peak + d - StartCompression );
	color *= newPeak / peak;
	float g = 1. - 1. / ( Desaturation * ( peak - newPeak ) + 1. );
	return mix( color, vec3( newPeak ), g );
}
vec3 CustomToneMapping( vec3 color ) { return color; }`,Pw=`#ifdef USE_TRANSMISSION
	material.transmission = transmission;
	material.transmissionAlpha = 1.0;
	material.thickness = thickness;
	material.attenuationDistance = attenuationDistance;
	material.attenuationColor = attenuationColor;
	#ifdef USE_TRANSMISSIONMAP
		material.transmission *= texture2D( transmissionMap, vTransmissionMapUv ).r;
	#endif
	#ifdef USE_THICKNESSMAP
		material.thickness *= texture2D( thicknessMap, vThicknessMapUv ).g;
	#endif
	vec3 pos = vWorldPosition;
	vec3 v = normalize( cameraPosition - pos );
	vec3 n = transformNormalByInverseViewMatrix( normal, viewMatrix );
	vec4 transmitted = getIBLVolumeRefraction(
		n, v, material.roughness, material.diffuseContribution, material.specularColorBlended, material.specularF90,
		pos, modelMatrix, viewMatrix, projectionMatrix, material.dispersion, material.ior, material.thickness,
		material.attenuationColor, material.attenuationDistance );
	material.transmissionAlpha = mix( material.transmissionAlpha, transmitted.a, material.transmission );
	totalDiffuse = mix( totalDiffuse, transmitted.rgb, material.transmission );
#endif`,Iw=`#ifdef USE_TRANSMISSION
	uniform float transmission;
	uniform float thickness;
	uniform float attenuationDistance;
	uniform vec3 attenuationColor;
	#ifdef USE_TRANSMISSIONMAP
		uniform sampler2D transmissionMap;
	#endif
	#ifdef USE_THICKNESSMAP
		uniform sampler2D thicknessMap;
	#endif
	uniform vec2 transmissionSamplerSize;
	uniform sampler2D transmissionSamplerMap;
	uniform mat4 modelMatrix;
	uniform mat4 projectionMatrix;
	varying vec3 vWorldPosition;
	float w0( float a ) {
		return ( 1.0 / 6.0 ) * ( a * ( a * ( - a + 3.0 ) - 3.0 ) + 1.0 );
	}
	float w1( float a ) {
		return ( 1.0 / 6.0 ) * ( a *  a * ( 3.0 * a - 6.0 ) + 4.0 );
	}
	float w2( float a ){
		return ( 1.0 / 6.0 ) * ( a * ( a * ( - 3.0 * a + 3.0 ) + 3.0 ) + 1.0 );
	}
	float w3( float a ) {
		return ( 1.0 / 6.0 ) * ( a * a * a );
	}
	float g0( float a ) {
		return w0( a ) + w1( a );
	}
	float g1( float a ) {
		return w2( a ) + w3( a );
	}
	float h0( float a ) {
		return - 1.0 + w1( a ) / ( w0( a ) + w1( a ) );
	}
	float h1( float a ) {
		return 1.0 + w3( a ) / ( w2( a ) + w3( a ) );
	}
	vec4 bicubic( sampler2D tex, vec2 uv, vec4 texelSize, float lod ) {
		uv = uv * texelSize.zw + 0.5;
		vec2 iuv = floor( uv );
		vec2 fuv = fract( uv );
		float g0x = g0( fuv.x );
		float g1x = g1( fuv.x );
		float h0x = h0( fuv.x );
		float h1x = h1( fuv.x );
		float h0y = h0( fuv.y );
		float h1y = h1( fuv.y );
		vec2 p0 = ( vec2( iuv.x + h0x, iuv.y + h0y ) - 0.5 ) * texelSize.xy;
		vec2 p1 = ( vec2( iuv.x + h1x, iuv.y + h0y ) - 0.5 ) * texelSize.xy;
		vec2 p2 = ( vec2( iuv.x + h0x, iuv.y + h1y ) - 0.5 ) * texelSize.xy;
		vec2 p3 = ( vec2( iuv.x + h1x, iuv.y + h1y ) - 0.5 ) * texelSize.xy;
		return g0( fuv.y ) * ( g0x * textureLod( tex, p0, lod ) + g1x * textureLod( tex, p1, lod ) ) +
			g1( fuv.y ) * ( g0x * textureLod( tex, p2, lod ) + g1x * textureLod( tex, p3, lod ) );
	}
	vec4 textureBicubic( sampler2D sampler, vec2 uv, float lod ) {
		vec2 fLodSize = vec2( textureSize( sampler, int( lod ) ) );
		vec2 cLodSize = vec2( textureSize( sampler, int( lod + 1.0 ) ) );
		vec2 fLodSizeInv = 1.0 / fLodSize;
		vec2 cLodSizeInv = 1.0 / cLodSize;
		vec4 fSample = bicubic( sampler, uv, vec4( fLodSizeInv, fLodSize ), floor( lod ) );
		vec4 cSample = bicubic( sampler, uv, vec4( cLodSizeInv, cLodSize ), ceil( lod ) );
		return mix( fSample, cSample, fract( lod ) );
	}
	vec3 getVolumeTransmissionRay( const in vec3 n, const in vec3 v, const in float thickness, const in float ior, const in mat4 modelMatrix ) {
		vec3 refractionVector = refract( - v, normalize( n ), 1.0 / ior );
		vec3 modelScale;
		modelScale.x = length( vec3( modelMatrix[ 0 ].xyz ) );
		modelScale.y = length( vec3( modelMatrix[ 1 ].xyz ) );
		modelScale.z = length( vec3( modelMatrix[ 2 ].xyz ) );
		return normalize( refractionVector ) * thickness * modelScale;
	}
	float applyIorToRoughness( const in float roughness, const in float ior ) {
		return roughness * clamp( ior * 2.0 - 2.0, 0.0, 1.0 );
	}
	vec4 getTransmissionSample( const in vec2 fragCoord, const in float roughness, const in float ior ) {
		float lod = log2( transmissionSamplerSize.x ) * applyIorToRoughness( roughness, ior );
		return textureBicubic( transmissionSamplerMap, fragCoord.xy, lod );
	}
	vec3 volumeAttenuation( const in float transmissionDistance, const in vec3 attenuationColor, const in float attenuationDistance ) {
		if ( isinf( attenuationDistance ) ) {
			return vec3( 1.0 );
		} else {
			vec3 attenuationCoefficient = -log( attenuationColor ) / attenuationDistance;
			vec3 transmittance = exp( - attenuationCoefficient * transmissionDistance );			return transmittance;
		}
	}
	vec4 getIBLVolumeRefraction( const in vec3 n, const in vec3 v, const in float roughness, const in vec3 diffuseColor,
		const in vec3 specularColor, const in float specularF90, const in vec3 position, const in mat4 modelMatrix,
		const in mat4 viewMatrix, const in mat4 projMatrix, const in float dispersion, const in float ior, const in float thickness,
		const in vec3 attenuationColor, const in float attenuationDistance ) {
		vec4 transmittedLight;
		vec3 transmittance;
		#ifdef USE_DISPERSION
			float halfSpread = ( ior - 1.0 ) * 0.025 * dispersion;
			vec3 iors = vec3( ior - halfSpread, ior, ior + halfSpread );
			for ( int i = 0; i < 3; i ++ ) {
				vec3 transmissionRay = getVolumeTransmissionRay( n, v, thickness, iors[ i ], modelMatrix );
				vec3 refractedRayExit = position + transmissionRay;
				vec4 ndcPos = projMatrix * viewMatrix * vec4( refractedRayExit, 1.0 );
				vec2 refractionCoords = ndcPos.xy / ndcPos.w;
				refractionCoords += 1.0;
				refractionCoords /= 2.0;
				vec4 transmissionSample = getTransmissionSample( refractionCoords, roughness, iors[ i ] );
				transmittedLight[ i ] = transmissionSample[ i ];
				transmittedLight.a += transmissionSample.a;
				transmittance[ i ] = diffuseColor[ i ] * volumeAttenuation( length( transmissionRay ), attenuationColor, attenuationDistance )[ i ];
			}
			transmittedLight.a /= 3.0;
		#else
			vec3 transmissionRay = getVolumeTransmissionRay( n, v, thickness, ior, modelMatrix );
			vec3 refractedRayExit = position + transmissionRay;
			vec4 ndcPos = projMatrix * viewMatrix * vec4( refractedRayExit, 1.0 );
			vec2 refractionCoords = ndcPos.xy / ndcPos.w;
			refractionCoords += 1.0;
			refractionCoords /= 2.0;
			transmittedLight = getTransmissionSample( refractionCoords, roughness, ior );
			transmittance = diffuseColor * volumeAttenuation( length( transmissionRay ), attenuationColor, attenuationDistance );
		#endif
		vec3 attenuatedColor = transmittance * transmittedLight.rgb;
		vec3 F = EnvironmentBRDF( n, v, specularColor, specularF90, roughness );
		float transmittanceFactor = ( transmittance.r + transmittance.g + transmittance.b ) / 3.0;
		return vec4( ( 1.0 - F ) * attenuatedColor, 1.0 - ( 1.0 - transmittedLight.a ) * transmittanceFactor );
	}
#endif`,Lw=`#if defined( USE_UV ) || defined( USE_ANISOTROPY )
	varying vec2 vUv;
#endif
#ifdef USE_MAP
	varying vec2 vMapUv;
#endif
#ifdef USE_ALPHAMAP
	varying vec2 vAlphaMapUv;
#endif
#ifdef USE_LIGHTMAP
	varying vec2 vLightMapUv;
#endif
#ifdef USE_AOMAP
	varying vec2 vAoMapUv;
#endif
#ifdef USE_BUMPMAP
	varying vec2 vBumpMapUv;
#endif
#ifdef USE_NORMALMAP
	varying vec2 vNormalMapUv;
#endif
#ifdef USE_EMISSIVEMAP
	varying vec2 vEmissiveMapUv;
#endif
#ifdef USE_METALNESSMAP
	varying vec2 vMetalnessMapUv;
#endif
#ifdef USE_ROUGHNESSMAP
	varying vec2 vRoughnessMapUv;
#endif
#ifdef USE_DIFFUSE_ROUGHNESSMAP
	varying vec2 vDiffuseRoughnessMapUv;
#endif
#ifdef USE_ANISOTROPYMAP
	varying vec2 vAnisotropyMapUv;
#endif
#ifdef USE_CLEARCOATMAP
	varying vec2 vClearcoatMapUv;
#endif
#ifdef USE_CLEARCOAT_NORMALMAP
	varying vec2 vClearcoatNormalMapUv;
#endif
#ifdef USE_CLEARCOAT_ROUGHNESSMAP
	varying vec2 vClearcoatRoughnessMapUv;
#endif
#ifdef USE_IRIDESCENCEMAP
	varying vec2 vIridescenceMapUv;
#endif
#ifdef USE_IRIDESCENCE_THICKNESSMAP
	varying vec2 vIridescenceThicknessMapUv;
#endif
#ifdef USE_SHEEN_COLORMAP
	varying vec2 vSheenColorMapUv;
#endif
#ifdef USE_SHEEN_ROUGHNESSMAP
	varying vec2 vSheenRoughnessMapUv;
#endif
#ifdef USE_SPECULARMAP
	varying vec2 vSpecularMapUv;
#endif
#ifdef USE_SPECULAR_COLORMAP
	varying vec2 vSpecularColorMapUv;
#endif
#ifdef USE_SPECULAR_INTENSITYMAP
	varying vec2 vSpecularIntensityMapUv;
#endif
#ifdef USE_TRANSMISSIONMAP
	uniform mat3 transmissionMapTransform;
	varying vec2 vTransmissionMapUv;
#endif
#ifdef USE_THICKNESSMAP
	uniform mat3 thicknessMapTransform;
	varying vec2 vThicknessMapUv;
#endif`,Dw=`#if defined( USE_UV ) || defined( USE_ANISOTROPY )
	varying vec2 vUv;
#endif
#ifdef USE_MAP
	uniform mat3 mapTransform;
	varying vec2 vMapUv;
#endif
#ifdef USE_ALPHAMAP
	uniform mat3 alphaMapTransform;
	varying vec2 vAlphaMapUv;
#endif
#ifdef USE_LIGHTMAP
	uniform mat3 lightMapTransform;
	varying vec2 vLightMapUv;
#endif
#ifdef USE_AOMAP
	uniform mat3 aoMapTransform;
	varying vec2 vAoMapUv;
#endif
#ifdef USE_BUMPMAP
	uniform mat3 bumpMapTransform;
	varying vec2 vBumpMapUv;
#endif
#ifdef USE_NORMALMAP
	uniform mat3 normalMapTransform;
	varying vec2 vNormalMapUv;
#endif
#ifdef USE_DISPLACEMENTMAP
	uniform mat3 displacementMapTransform;
	varying vec2 vDisplacementMapUv;
#endif
#ifdef USE_EMISSIVEMAP
	uniform mat3 emissiveMapTransform;
	varying vec2 vEmissiveMapUv;
#endif
#ifdef USE_METALNESSMAP
	uniform mat3 metalnessMapTransform;
	varying vec2 vMetalnessMapUv;
#endif
#ifdef USE_ROUGHNESSMAP
	uniform mat3 roughnessMapTransform;
	varying vec2 vRoughnessMapUv;
#endif
#ifdef USE_DIFFUSE_ROUGHNESSMAP
	uniform mat3 diffuseRoughnessMapTransform;
	varying vec2 vDiffuseRoughnessMapUv;
#endif
#ifdef USE_ANISOTROPYMAP
	uniform mat3 anisotropyMapTransform;
	varying vec2 vAnisotropyMapUv;
#endif
#ifdef USE_CLEARCOATMAP
	uniform mat3 clearcoatMapTransform;
	varying vec2 vClearcoatMapUv;
#endif
#ifdef USE_CLEARCOAT_NORMALMAP
	uniform mat3 clearcoatNormalMapTransform;
	varying vec2 vClearcoatNormalMapUv;
#endif
#ifdef USE_CLEARCOAT_ROUGHNESSMAP
	uniform mat3 clearcoatRoughnessMapTransform;
	varying vec2 vClearcoatRoughnessMapUv;
#endif
#ifdef USE_SHEEN_COLORMAP
	uniform mat3 sheenColorMapTransform;
	varying vec2 vSheenColorMapUv;
#endif
#ifdef USE_SHEEN_ROUGHNESSMAP
	uniform mat3 sheenRoughnessMapTransform;
	varying vec2 vSheenRoughnessMapUv;
#endif
#ifdef USE_IRIDESCENCEMAP
	uniform mat3 iridescenceMapTransform;
	varying vec2 vIridescenceMapUv;
#endif
#ifdef USE_IRIDESCENCE_THICKNESSMAP
	uniform mat3 iridescenceThicknessMapTransform;
	varying vec2 vIridescenceThicknessMapUv;
#endif
#ifdef USE_SPECULARMAP
	uniform mat3 specularMapTransform;
	varying vec2 vSpecularMapUv;
#endif
#ifdef USE_SPECULAR_COLORMAP
	uniform mat3 specularColorMapTransform;
	varying vec2 vSpecularColorMapUv;
#endif
#ifdef USE_SPECULAR_INTENSITYMAP
	uniform mat3 specularIntensityMapTransform;
	varying vec2 vSpecularIntensityMapUv;
#endif
#ifdef USE_TRANSMISSIONMAP
	uniform mat3 transmissionMapTransform;
	varying vec2 vTransmissionMapUv;
#endif
#ifdef USE_THICKNESSMAP
	uniform mat3 thicknessMapTransform;
	varying vec2 vThicknessMapUv;
#endif`,Nw=`#if defined( USE_UV ) || defined( USE_ANISOTROPY )
	vUv = vec3( uv, 1 ).xy;
#endif
#ifdef USE_MAP
	vMapUv = ( mapTransform * vec3( MAP_UV, 1 ) ).xy;
#endif
#ifdef USE_ALPHAMAP
	vAlphaMapUv = ( alphaMapTransform * vec3( ALPHAMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_LIGHTMAP
	vLightMapUv = ( lightMapTransform * vec3( LIGHTMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_AOMAP
	vAoMapUv = ( aoMapTransform * vec3( AOMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_BUMPMAP
	vBumpMapUv = ( bumpMapTransform * vec3( BUMPMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_NORMALMAP
	vNormalMapUv = ( normalMapTransform * vec3( NORMALMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_DISPLACEMENTMAP
	vDisplacementMapUv = ( displacementMapTransform * vec3( DISPLACEMENTMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_EMISSIVEMAP
	vEmissiveMapUv = ( emissiveMapTransform * vec3( EMISSIVEMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_METALNESSMAP
	vMetalnessMapUv = ( metalnessMapTransform * vec3( METALNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_ROUGHNESSMAP
	vRoughnessMapUv = ( roughnessMapTransform * vec3( ROUGHNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_DIFFUSE_ROUGHNESSMAP
	vDiffuseRoughnessMapUv = ( diffuseRoughnessMapTransform * vec3( DIFFUSE_ROUGHNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_ANISOTROPYMAP
	vAnisotropyMapUv = ( anisotropyMapTransform * vec3( ANISOTROPYMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_CLEARCOATMAP
	vClearcoatMapUv = ( clearcoatMapTransform * vec3( CLEARCOATMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_CLEARCOAT_NORMALMAP
	vClearcoatNormalMapUv = ( clearcoatNormalMapTransform * vec3( CLEARCOAT_NORMALMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_CLEARCOAT_ROUGHNESSMAP
	vClearcoatRoughnessMapUv = ( clearcoatRoughnessMapTransform * vec3( CLEARCOAT_ROUGHNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_IRIDESCENCEMAP
	vIridescenceMapUv = ( iridescenceMapTransform * vec3( IRIDESCENCEMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_IRIDESCENCE_THICKNESSMAP
	vIridescenceThicknessMapUv = ( iridescenceThicknessMapTransform * vec3( IRIDESCENCE_THICKNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_SHEEN_COLORMAP
	vSheenColorMapUv = ( sheenColorMapTransform * vec3( SHEEN_COLORMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_SHEEN_ROUGHNESSMAP
	vSheenRoughnessMapUv = ( sheenRoughnessMapTransform * vec3( SHEEN_ROUGHNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_SPECULARMAP
	vSpecularMapUv = ( specularMapTransform * vec3( SPECULARMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_SPECULAR_COLORMAP
	vSpecularColorMapUv = ( specularColorMapTransform * vec3( SPECULAR_COLORMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_SPECULAR_INTENSITYMAP
	vSpecularIntensityMapUv = ( specularIntensityMapTransform * vec3( SPECULAR_INTENSITYMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_TRANSMISSIONMAP
	vTransmissionMapUv = ( transmissionMapTransform * vec3( TRANSMISSIONMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_THICKNESSMAP
	vThicknessMapUv = ( thicknessMapTransform * vec3( THICKNESSMAP_UV, 1 ) ).xy;
#endif`,Uw=`#if defined( USE_ENVMAP ) || defined( DISTANCE ) || defined ( USE_SHADOWMAP ) || defined ( USE_TRANSMISSION ) || NUM_SPOT_LIGHT_COORDS > 0
	vec4 worldPosition = vec4( transformed, 1.0 );
	#ifdef USE_BATCHING
		worldPosition = batchingMatrix * worldPosition;
	#endif
	#ifdef USE_INSTANCING
		worldPosition = instanceMatrix * worldPosition;
	#endif
	worldPosition = modelMatrix * worldPosition;
#endif`,Fw=`varying vec2 vUv;
uniform mat3 uvTransform;
void main() {
	vUv = ( uvTransform * vec3( uv, 1 ) ).xy;
	gl_Position = vec4( position.xy, 1.0, 1.0 );
}`,Ow=`uniform sampler2D t2D;
uniform float backgroundIntensity;
varying vec2 vUv;
void main() {
	vec4 texColor = texture2D( t2D, vUv );
	#ifdef DECODE_VIDEO_TEXTURE
		texColor = vec4( mix( pow( texColor.rgb * 0.9478672986 + vec3( 0.0521327014 ), vec3( 2.4 ) ), texColor.rgb * 0.0773993808, vec3( lessThanEqual( texColor.rgb, vec3( 0.04045 ) ) ) ), texColor.w );
	#endif
	texColor.rgb *= backgroundIntensity;
	gl_FragColor = texColor;
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
}`,Bw=`varying vec3 vWorldDirection;
#include <common>
void main() {
	vWorldDirection = transformDirection( position, modelMatrix );
	#include <begin_vertex>
	#include <project_vertex>
	gl_Position.z = gl_Position.w;
}`,zw=`uniform float backgroundBlurriness;
uniform float backgroundIntensity;
uniform mat3 backgroundRotation;
varying vec3 vWorldDirection;
#include <envmap_common_pars_fragment>
void main() {
	#ifdef ENVMAP_TYPE_PMREM
		vec4 texColor = textureLod( envMap, backgroundRotation * vWorldDirection, roughnessToMip( backgroundBlurriness ) );
	#else
		vec4 texColor = textureCube( envMap, backgroundRotation * vWorldDirection );
	#endif
	texColor.rgb *= backgroundIntensity;
	gl_FragColor = texColor;
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
}`,kw=`varying vec3 vWorldDirection;
#include <common>
void main() {
	vWorldDirection = transformDirection( position, modelMatrix );
	#include <begin_vertex>
	#include <project_vertex>
	gl_Position.z = gl_Position.w;
}`,Vw=`uniform samplerCube tCube;
uniform float tFlip;
uniform float opacity;
varying vec3 vWorldDirection;
void main() {
	vec4 texColor = textureCube( tCube, vec3( tFlip * vWorldDirection.x, vWorldDirection.yz ) );
	gl_FragColor = texColor;
	gl_FragColor.a *= opacity;
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
}`,Hw=`#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
varying vec2 vHighPrecisionZW;
void main() {
	#include <uv_vertex>
	#include <batching_vertex>
	#include <skinbase_vertex>
	#include <morphinstance_vertex>
	#ifdef USE_DISPLACEMENTMAP
		#include <beginnormal_vertex>
		#include <morphnormal_vertex>
		#include <skinnormal_vertex>
	#endif
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	vHighPrecisionZW = gl_Position.zw;
}`,Gw=`#if DEPTH_PACKING == 3200
	uniform float opacity;
#endif
#include <common>
#include <packing>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
varying vec2 vHighPrecisionZW;
void main() {
	vec4 diffuseColor = vec4( 1.0 );
	#include <clipping_planes_fragment>
	#if DEPTH_PACKING == 3200
		diffuseColor.a = opacity;
	#endif
	#include <map_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <logdepthbuf_fragment>
	#ifdef USE_REVERSED_DEPTH_BUFFER
		float fragCoordZ = vHighPrecisionZW[ 0 ] / vHighPrecisionZW[ 1 ];
	#else
		float fragCoordZ = 0.5 * vHighPrecisionZW[ 0 ] / vHighPrecisionZW[ 1 ] + 0.5;
	#endif
	#if DEPTH_PACKING == 3200
		gl_FragColor = vec4( vec3( 1.0 - fragCoordZ ), opacity );
	#elif DEPTH_PACKING == 3201
		gl_FragColor = packDepthToRGBA( fragCoordZ );
	#elif DEPTH_PACKING == 3202
		gl_FragColor = vec4( packDepthToRGB( fragCoordZ ), 1.0 );
	#elif DEPTH_PACKING == 3203
		gl_FragColor = vec4( packDepthToRG( fragCoordZ ), 0.0, 1.0 );
	#endif
}`,Ww=`#define DISTANCE
varying vec3 vWorldPosition;
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <batching_vertex>
	#include <skinbase_vertex>
	#include <morphinstance_vertex>
	#ifdef USE_DISPLACEMENTMAP
		#include <beginnormal_vertex>
		#include <morphnormal_vertex>
		#include <skinnormal_vertex>
	#endif
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <worldpos_vertex>
	#include <clipping_planes_vertex>
	vWorldPosition = worldPosition.xyz;
}`,Xw=`#define DISTANCE
uniform vec3 referencePosition;
uniform float nearDistance;
uniform float farDistance;
varying vec3 vWorldPosition;
#include <common>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( 1.0 );
	#include <clipping_planes_fragment>
	#include <map_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	float dist = length( vWorldPosition - referencePosition );
	dist = ( dist - nearDistance ) / ( farDistance - nearDistance );
	dist = saturate( dist );
	gl_FragColor = vec4( dist, 0.0, 0.0, 1.0 );
}`,qw=`varying vec3 vWorldDirection;
#include <common>
void main() {
	vWorldDirection = transformDirection( position, modelMatrix );
	#include <begin_vertex>
	#include <project_vertex>
}`,Yw=`uniform sampler2D tEquirect;
varying vec3 vWorldDirection;
#include <common>
void main() {
	vec3 direction = normalize( vWorldDirection );
	vec2 sampleUV = equirectUv( direction );
	gl_FragColor = texture2D( tEquirect, sampleUV );
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
}`,$w=`uniform float scale;
attribute float lineDistance;
varying float vLineDistance;
#include <common>
#include <uv_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <morphtarget_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	vLineDistance = scale * lineDistance;
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	#include <fog_vertex>
}`,Zw=`uniform vec3 diffuse;
uniform float opacity;
uniform float dashSize;
uniform float totalSize;
varying float vLineDistance;
#include <common>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <fog_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	if ( mod( vLineDistance, totalSize ) > dashSize ) {
		discard;
	}
	vec3 outgoingLight = vec3( 0.0 );
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	outgoingLight = diffuseColor.rgb;
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
}`,Jw=`#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <envmap_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#if defined ( USE_ENVMAP ) || defined ( USE_SKINNING )
		#include <beginnormal_vertex>
		#include <morphnormal_vertex>
		#include <skinbase_vertex>
		#include <skinnormal_vertex>
		#include <defaultnormal_vertex>
	#endif
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	#include <worldpos_vertex>
	#include <envmap_vertex>
	#include <fog_vertex>
}`,Kw=`uniform vec3 diffuse;
uniform float opacity;
#ifndef FLAT_SHADED
	varying vec3 vNormal;
#endif
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <aomap_pars_fragment>
#include <lightmap_pars_fragment>
#include <envmap_common_pars_fragment>
#include <envmap_pars_fragment>
#include <fog_pars_fragment>
#include <specularmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <specularmap_fragment>
	ReflectedLight reflectedLight = ReflectedLight( vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ) );
	#ifdef USE_LIGHTMAP
		vec4 lightMapTexel = texture2D( lightMap, vLightMapUv );
		reflectedLight.indirectDiffuse += lightMapTexel.rgb * lightMapIntensity * RECIPROCAL_PI;
	#else
		reflectedLight.indirectDiffuse += vec3( 1.0 );
	#endif
	#include <aomap_fragment>
	reflectedLight.indirectDiffuse *= diffuseColor.rgb;
	vec3 outgoingLight = reflectedLight.indirectDiffuse;
	#include <envmap_fragment>
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,jw=`#define LAMBERT
varying vec3 vViewPosition;
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <envmap_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <shadowmap_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	vViewPosition = - mvPosition.xyz;
	#include <worldpos_vertex>
	#include <envmap_vertex>
	#include <shadowmap_vertex>
	#include <fog_vertex>
}`,Qw=`#define LAMBERT
uniform vec3 diffuse;
uniform vec3 emissive;
uniform float opacity;
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <aomap_pars_fragment>
#include <lightmap_pars_fragment>
#include <emissivemap_pars_fragment>
#include <envmap_common_pars_fragment>
#include <envmap_pars_fragment>
#include <envmap_physical_pars_fragment>
#include <fog_pars_fragment>
#include <bsdfs>
#include <lights_pars_begin>
#include <normal_pars_fragment>
#include <lights_lambert_pars_fragment>
#include <shadowmap_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <specularmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	ReflectedLight reflectedLight = ReflectedLight( vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ) );
	vec3 totalEmissiveRadiance = emissive;
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <specularmap_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	#include <emissivemap_fragment>
	#include <lights_lambert_fragment>
	#include <lights_fragment_begin>
	#include <lights_fragment_maps>
	#include <lights_fragment_end>
	#include <aomap_fragment>
	vec3 outgoingLight = reflectedLight.directDiffuse + reflectedLight.indirectDiffuse + totalEmissiveRadiance;
	#include <envmap_fragment>
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,tE=`#define MATCAP
varying vec3 vViewPosition;
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <color_pars_vertex>
#include <displacementmap_pars_vertex>
#include <fog_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	#include <fog_vertex>
	vViewPosition = - mvPosition.xyz;
}`,eE=`#define MATCAP
uniform vec3 diffuse;
uniform float opacity;
uniform sampler2D matcap;
varying vec3 vViewPosition;
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <fog_pars_fragment>
#include <normal_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	vec3 viewDir = normalize( vViewPosition );
	vec3 x = normalize( vec3( viewDir.z, 0.0, - viewDir.x ) );
	vec3 y = cross( viewDir, x );
	vec2 uv = vec2( dot( x, normal ), dot( y, normal ) ) * 0.495 + 0.5;
	#ifdef USE_MATCAP
		vec4 matcapColor = texture2D( matcap, uv );
	#else
		vec4 matcapColor = vec4( vec3( mix( 0.2, 0.8, uv.y ) ), 1.0 );
	#endif
	vec3 outgoingLight = diffuseColor.rgb * matcapColor.rgb;
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,nE=`#define NORMAL
#if defined( FLAT_SHADED ) || defined( USE_BUMPMAP ) || defined( USE_NORMALMAP_TANGENTSPACE )
	varying vec3 vViewPosition;
#endif
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphinstance_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
#if defined( FLAT_SHADED ) || defined( USE_BUMPMAP ) || defined( USE_NORMALMAP_TANGENTSPACE )
	vViewPosition = - mvPosition.xyz;
#endif
}`,iE=`#define NORMAL
uniform float opacity;
#if defined( FLAT_SHADED ) || defined( USE_BUMPMAP ) || defined( USE_NORMALMAP_TANGENTSPACE )
	varying vec3 vViewPosition;
#endif
#include <uv_pars_fragment>
#include <normal_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( 0.0, 0.0, 0.0, opacity );
	#include <clipping_planes_fragment>
	#include <logdepthbuf_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	gl_FragColor = vec4( normalize( normal ) * 0.5 + 0.5, diffuseColor.a );
	#ifdef OPAQUE
		gl_FragColor.a = 1.0;
	#endif
}`,sE=`#define PHONG
varying vec3 vViewPosition;
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <envmap_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <shadowmap_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphinstance_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	vViewPosition = - mvPosition.xyz;
	#include <worldpos_vertex>
	#include <envmap_vertex>
	#include <shadowmap_vertex>
	#include <fog_vertex>
}`,rE=`#define PHONG
uniform vec3 diffuse;
uniform vec3 emissive;
uniform vec3 specular;
uniform float shininess;
uniform float opacity;
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <aomap_pars_fragment>
#include <lightmap_pars_fragment>
#include <emissivemap_pars_fragment>
#include <envmap_common_pars_fragment>
#include <envmap_pars_fragment>
#include <envmap_physical_pars_fragment>
#include <fog_pars_fragment>
#include <bsdfs>
#include <lights_pars_begin>
#include <normal_pars_fragment>
#include <lights_phong_pars_fragment>
#include <shadowmap_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <specularmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	ReflectedLight reflectedLight = ReflectedLight( vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ) );
	vec3 totalEmissiveRadiance = emissive;
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <specularmap_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	#include <emissivemap_fragment>
	#include <lights_phong_fragment>
	#include <lights_fragment_begin>
	#include <lights_fragment_maps>
	#include <lights_fragment_end>
	#include <aomap_fragment>
	vec3 outgoingLight = reflectedLight.directDiffuse + reflectedLight.indirectDiffuse + reflectedLight.directSpecular + reflectedLight.indirectSpecular + totalEmissiveRadiance;
	#include <envmap_fragment>
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,oE=`#define STANDARD
varying vec3 vViewPosition;
#ifdef USE_TRANSMISSION
	varying vec3 vWorldPosition;
#endif
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <shadowmap_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	vViewPosition = - mvPosition.xyz;
	#include <worldpos_vertex>
	#include <shadowmap_vertex>
	#include <fog_vertex>
#ifdef USE_TRANSMISSION
	vWorldPosition = worldPosition.xyz;
#endif
}`,aE=`#define STANDARD
#ifdef PHYSICAL
	#define IOR
	#define USE_SPECULAR
#endif
uniform vec3 diffuse;
uniform vec3 emissive;
uniform float roughness;
uniform float metalness;
uniform float opacity;
#ifdef IOR
	uniform float ior;
#endif
#ifdef USE_SPECULAR
	uniform float specularIntensity;
	uniform vec3 specularColor;
	#ifdef USE_SPECULAR_COLORMAP
		uniform sampler2D specularColorMap;
	#endif
	#ifdef USE_SPECULAR_INTENSITYMAP
		uniform sampler2D specularIntensityMap;
	#endif
#endif
#ifdef USE_CLEARCOAT
	uniform float clearcoat;
	uniform float clearcoatRoughness;
#endif
#ifdef USE_DIFFUSE_ROUGHNESS
	uniform float diffuseRoughness;
	#ifdef USE_DIFFUSE_ROUGHNESSMAP
		uniform sampler2D diffuseRoughnessMap;
	#endif
#endif
#ifdef USE_DISPERSION
	uniform float dispersion;
#endif
#ifdef USE_RETROREFLECTION
	uniform float retroreflectivity;
#endif
#ifdef USE_IRIDESCENCE
	uniform float iridescence;
	uniform float iridescenceIOR;
	uniform float iridescenceThicknessMinimum;
	uniform float iridescenceThicknessMaximum;
#endif
#ifdef USE_SHEEN
	uniform vec3 sheenColor;
	uniform float sheenRoughness;
	#ifdef USE_SHEEN_COLORMAP
		uniform sampler2D sheenColorMap;
	#endif
	#ifdef USE_SHEEN_ROUGHNESSMAP
		uniform sampler2D sheenRoughnessMap;
	#endif
#endif
#ifdef USE_ANISOTROPY
	uniform vec2 anisotropyVector;
	#ifdef USE_ANISOTROPYMAP
		uniform sampler2D anisotropyMap;
	#endif
#endif
varying vec3 vViewPosition;
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <aomap_pars_fragment>
#include <lightmap_pars_fragment>
#include <emissivemap_pars_fragment>
#include <iridescence_fragment>
#include <envmap_common_pars_fragment>
#include <envmap_physical_pars_fragment>
#include <fog_pars_fragment>
#include <lights_pars_begin>
#include <normal_pars_fragment>
#include <lights_physical_pars_fragment>
#include <transmission_pars_fragment>
#include <shadowmap_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <clearcoat_pars_fragment>
#include <iridescence_pars_fragment>
#include <roughnessmap_pars_fragment>
#include <metalnessmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	ReflectedLight reflectedLight = ReflectedLight( vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ) );
	vec3 totalEmissiveRadiance = emissive;
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <roughnessmap_fragment>
	#include <metalnessmap_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	#include <clearcoat_normal_fragment_begin>
	#include <clearcoat_normal_fragment_maps>
	#include <emissivemap_fragment>
	#include <lights_physical_fragment>
	#include <lights_fragment_begin>
	#include <lights_fragment_maps>
	#include <lights_fragment_end>
	#include <aomap_fragment>
	vec3 totalDiffuse = reflectedLight.directDiffuse + reflectedLight.indirectDiffuse;
	vec3 totalSpecular = reflectedLight.directSpecular + reflectedLight.indirectSpecular;
	#include <transmission_fragment>
	vec3 outgoingLight = totalDiffuse + totalSpecular + totalEmissiveRadiance;
	#ifdef USE_SHEEN
 
		outgoingLight = outgoingLight + sheenSpecularDirect + sheenSpecularIndirect;
 
 	#endif
	#ifdef USE_CLEARCOAT
		float dotNVcc = saturate( dot( geometryClearcoatNormal, geometryViewDir ) );
		vec3 Fcc = F_Schlick( material.clearcoatF0, material.clearcoatF90, dotNVcc );
		outgoingLight = outgoingLight * ( 1.0 - material.clearcoat * Fcc ) + ( clearcoatSpecularDirect + clearcoatSpecularIndirect ) * material.clearcoat;
	#endif
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,lE=`#define TOON
varying vec3 vViewPosition;
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <shadowmap_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	vViewPosition = - mvPosition.xyz;
	#include <worldpos_vertex>
	#include <shadowmap_vertex>
	#include <fog_vertex>
}`,cE=`#define TOON
uniform vec3 diffuse;
uniform vec3 emissive;
uniform float opacity;
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <aomap_pars_fragment>
#include <lightmap_pars_fragment>
#include <emissivemap_pars_fragment>
#include <gradientmap_pars_fragment>
#include <fog_pars_fragment>
#include <bsdfs>
#include <lights_pars_begin>
#include <normal_pars_fragment>
#include <lights_toon_pars_fragment>
#include <shadowmap_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	ReflectedLight reflectedLight = ReflectedLight( vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ) );
	vec3 totalEmissiveRadiance = emissive;
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	#include <emissivemap_fragment>
	#include <lights_toon_fragment>
	#include <lights_fragment_begin>
	#include <lights_fragment_maps>
	#include <lights_fragment_end>
	#include <aomap_fragment>
	vec3 outgoingLight = reflectedLight.directDiffuse + reflectedLight.indirectDiffuse + totalEmissiveRadiance;
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,hE=`uniform float size;
uniform float scale;
#include <common>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <morphtarget_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
#ifdef USE_POINTS_UV
	varying vec2 vUv;
	uniform mat3 uvTransform;
#endif
void main() {
	#ifdef USE_POINTS_UV
		vUv = ( uvTransform * vec3( uv, 1 ) ).xy;
	#endif
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <project_vertex>
	gl_PointSize = size;
	#ifdef USE_SIZEATTENUATION
		bool isPerspective = isPerspectiveMatrix( projectionMatrix );
		if ( isPerspective ) gl_PointSize *= ( scale / - mvPosition.z );
	#endif
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	#include <worldpos_vertex>
	#include <fog_vertex>
}`,uE=`uniform vec3 diffuse;
uniform float opacity;
#include <common>
#include <color_pars_fragment>
#include <map_particle_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <fog_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	vec3 outgoingLight = vec3( 0.0 );
	#include <logdepthbuf_fragment>
	#include <map_particle_fragment>
	#include <color_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	outgoingLight = diffuseColor.rgb;
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
}`,dE=`#include <common>
#include <batching_pars_vertex>
#include <fog_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <shadowmap_pars_vertex>
void main() {
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphinstance_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <worldpos_vertex>
	#include <shadowmap_vertex>
	#include <fog_vertex>
}`,fE=`uniform vec3 color;
uniform float opacity;
#include <common>
#include <fog_pars_fragment>
#include <bsdfs>
#include <lights_pars_begin>
#include <logdepthbuf_pars_fragment>
#include <shadowmap_pars_fragment>
#include <shadowmask_pars_fragment>
void main() {
	#include <logdepthbuf_fragment>
	gl_FragColor = vec4( color, opacity * ( 1.0 - getShadowMask() ) );
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
}`,pE=`uniform float rotation;
uniform vec2 center;
#include <common>
#include <uv_pars_vertex>
#include <fog_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	vec4 mvPosition = modelViewMatrix[ 3 ];
	vec2 scale = vec2( length( modelMatrix[ 0 ].xyz ), length( modelMatrix[ 1 ].xyz ) );
	#ifndef USE_SIZEATTENUATION
		bool isPerspective = isPerspectiveMatrix( projectionMatrix );
		if ( isPerspective ) scale *= - mvPosition.z;
	#endif
	vec2 alignedPosition = ( position.xy - ( center - vec2( 0.5 ) ) ) * scale;
	vec2 rotatedPosition;
	rotatedPosition.x = cos( rotation ) * alignedPosition.x - sin( rotation ) * alignedPosition.y;
	rotatedPosition.y = sin( rotation ) * alignedPosition.x + cos( rotation ) * alignedPosition.y;
	mvPosition.xy += rotatedPosition;
	gl_Position = projectionMatrix * mvPosition;
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	#include <fog_vertex>
}`,mE=`uniform vec3 diffuse;
uniform float opacity;
#include <common>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <fog_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	vec3 outgoingLight = vec3( 0.0 );
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	outgoingLight = diffuseColor.rgb;
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
}`,Se={alphahash_fragment:OM,alphahash_pars_fragment:BM,alphamap_fragment:zM,alphamap_pars_fragment:kM,alphatest_fragment:VM,alphatest_pars_fragment:HM,aomap_fragment:GM,aomap_pars_fragment:WM,batching_pars_vertex:XM,batching_vertex:qM,begin_vertex:YM,beginnormal_vertex:$M,bsdfs:ZM,iridescence_fragment:JM,bumpmap_pars_fragment:KM,clipping_planes_fragment:jM,clipping_planes_pars_fragment:QM,clipping_planes_pars_vertex:tb,clipping_planes_vertex:eb,color_fragment:nb,color_pars_fragment:ib,color_pars_vertex:sb,color_vertex:rb,common:ob,defaultnormal_vertex:ab,displacementmap_pars_vertex:lb,displacementmap_vertex:cb,emissivemap_fragment:hb,emissivemap_pars_fragment:ub,colorspace_fragment:db,colorspace_pars_fragment:fb,envmap_fragment:pb,envmap_common_pars_fragment:mb,envmap_pars_fragment:gb,envmap_pars_vertex:_b,envmap_physical_pars_fragment:Rb,envmap_vertex:xb,fog_vertex:yb,fog_pars_vertex:vb,fog_fragment:Sb,fog_pars_fragment:Mb,gradientmap_pars_fragment:bb,lightmap_pars_fragment:wb,lights_lambert_fragment:Eb,lights_lambert_pars_fragment:Tb,lights_pars_begin:Ab,lights_toon_fragment:Cb,lights_toon_pars_fragment:Pb,lights_phong_fragment:Ib,lights_phong_pars_fragment:Lb,lights_physical_fragment:Db,lights_physical_pars_fragment:Nb,lights_fragment_begin:Ub,lights_fragment_maps:Fb,lights_fragment_end:Ob,lightprobes_pars_fragment:Bb,logdepthbuf_fragment:zb,logdepthbuf_pars_fragment:kb,logdepthbuf_pars_vertex:Vb,logdepthbuf_vertex:Hb,map_fragment:Gb,map_pars_fragment:Wb,map_particle_fragment:Xb,map_particle_pars_fragment:qb,metalnessmap_fragment:Yb,metalnessmap_pars_fragment:$b,morphinstance_vertex:Zb,morphcolor_vertex:Jb,morphnormal_vertex:Kb,morphtarget_pars_vertex:jb,morphtarget_vertex:Qb,normal_fragment_begin:tw,normal_fragment_maps:ew,normal_pars_fragment:nw,normal_pars_vertex:iw,normal_vertex:sw,normalmap_pars_fragment:rw,clearcoat_normal_fragment_begin:ow,clearcoat_normal_fragment_maps:aw,clearcoat_pars_fragment:lw,iridescence_pars_fragment:cw,opaque_fragment:hw,packing:uw,premultiplied_alpha_fragment:dw,project_vertex:fw,dithering_fragment:pw,dithering_pars_fragment:mw,roughnessmap_fragment:gw,roughnessmap_pars_fragment:_w,shadowmap_pars_fragment:xw,shadowmap_pars_vertex:yw,shadowmap_vertex:vw,shadowmask_pars_fragment:Sw,skinbase_vertex:Mw,skinning_pars_vertex:bw,skinning_vertex:ww,skinnormal_vertex:Ew,specularmap_fragment:Tw,specularmap_pars_fragment:Aw,tonemapping_fragment:Rw,tonemapping_pars_fragment:Cw,transmission_fragment:Pw,transmission_pars_fragment:Iw,uv_pars_fragment:Lw,uv_pars_vertex:Dw,uv_vertex:Nw,worldpos_vertex:Uw,background_vert:Fw,background_frag:Ow,backgroundCube_vert:Bw,backgroundCube_frag:zw,cube_vert:kw,cube_frag:Vw,depth_vert:Hw,depth_frag:Gw,distance_vert:Ww,distance_frag:Xw,equirect_vert:qw,equirect_frag:Yw,linedashed_vert:$w,linedashed_frag:Zw,meshbasic_vert:Jw,meshbasic_frag:Kw,meshlambert_vert:jw,meshlambert_frag:Qw,meshmatcap_vert:tE,meshmatcap_frag:eE,meshnormal_vert:nE,meshnormal_frag:iE,meshphong_vert:sE,meshphong_frag:rE,meshphysical_vert:oE,meshphysical_frag:aE,meshtoon_vert:lE,meshtoon_frag:cE,points_vert:hE,points_frag:uE,shadow_vert:dE,shadow_frag:fE,sprite_vert:pE,sprite_frag:mE},Ut={common:{diffuse:{value:new ae(16777215)},opacity:{value:1},map:{value:null},mapTransform:{value:new me},alphaMap:{value:null},alphaMapTransform:{value:new me},alphaTest:{value:0}},specularmap:{specularMap:{value:null},specularMapTransform:{value:new me}},envmap:{envMap:{value:null},envMapRotation:{value:new me},reflectivity:{value:1},ior:{value:1.5},refractionRatio:{value:.98},dfgLUT:{value:null}},aomap:{aoMap:{value:null},aoMapIntensity:{value:1},aoMapTransform:{value:new me}},lightmap:{lightMap:{value:null},lightMapIntensity:{value:1},lightMapTransform:{value:new me}},bumpmap:{bumpMap:{value:null},bumpMapTransform:{value:new me},bumpScale:{value:1}},normalmap:{normalMap:{value:null},normalMapTransform:{value:new me},normalScale:{value:new pt(1,1)}},displacementmap:{displacementMap:{value:null},displacementMapTransform:{value:new me},displacementScale:{value:1},displacementBias:{value:0}},emissivemap:{emissiveMap:{value:null},emissiveMapTransform:{value:new me}},metalnessmap:{metalnessMap:{value:null},metalnessMapTransform:{value:new me}},roughnessmap:{roughnessMap:{value:null},roughnessMapTransform:{value:new me}},gradientmap:{gradientMap:{value:null}},fog:{fogDensity:{value:25e-5},fogNear:{value:1},fogFar:{value:2e3},fogColor:{value:new ae(16777215)}},lights:{ambientLightColor:{value:[]},lightProbe:{value:[]},sunLights:{value:[],properties:{direction:{},color:{}}},sunLightShadows:{value:[],properties:{shadowIntensity:1,shadowBias:{},shadowNormalBias:{},shadowRadius:{},shadowMapSize:{}}},sunShadowMatrix:{value:[]},sunShadowCascade:{value:[]},directionalLights:{value:[],properties:{direction:{},color:{}}},directionalLightShadows:{value:[],properties:{shadowIntensity:1,shadowBias:{},shadowNormalBias:{},shadowRadius:{},shadowMapSize:{}}},directionalShadowMatrix:{value:[]},spotLights:{value:[],properties:{color:{},position:{},direction:{},distance:{},coneCos:{},penumbraCos:{},decay:{}}},spotLightShadows:{value:[],properties:{shadowIntensity:1,shadowBias:{},shadowNormalBias:{},shadowRadius:{},shadowMapSize:{}}},spotLightMap:{value:[]},spotLightMatrix:{value:[]},pointLights:{value:[],properties:{color:{},position:{},decay:{},distance:{}}},pointLightShadows:{value:[],properties:{shadowIntensity:1,shadowBias:{},shadowNormalBias:{},shadowRadius:{},shadowMapSize:{},shadowCameraNear:{},shadowCameraFar:{}}},pointShadowMatrix:{value:[]},hemisphereLights:{value:[],properties:{direction:{},skyColor:{},groundColor:{}}},rectAreaLights:{value:[],properties:{color:{},position:{},width:{},height:{}}},ltc_1:{value:null},ltc_2:{value:null},probesSH:{value:[]},probesMin:{value:[]},probesMax:{value:[]},probesResolution:{value:[]}},points:{diffuse:{value:new ae(16777215)},opacity:{value:1},size:{value:1},scale:{value:1},map:{value:null},alphaMap:{value:null},alphaMapTransform:{value:new me},alphaTest:{value:0},uvTransform:{value:new me}},sprite:{diffuse:{value:new ae(16777215)},opacity:{value:1},center:{value:new pt(.5,.5)},rotation:{value:0},map:{value:null},mapTransform:{value:new me},alphaMap:{value:null},alphaMapTransform:{value:new me},alphaTest:{value:0}}},ei={basic:{uniforms:Wn([Ut.common,Ut.specularmap,Ut.envmap,Ut.aomap,Ut.lightmap,Ut.fog]),vertexShader:Se.meshbasic_vert,fragmentShader:Se.meshbasic_frag},lambert:{uniforms:Wn([Ut.common,Ut.specularmap,Ut.envmap,Ut.aomap,Ut.lightmap,Ut.emissivemap,Ut.bumpmap,Ut.normalmap,Ut.displacementmap,Ut.fog,Ut.lights,{emissive:{value:new ae(0)},envMapIntensity:{value:1}}]),vertexShader:Se.meshlambert_vert,fragmentShader:Se.meshlambert_frag},phong:{uniforms:Wn([Ut.common,Ut.specularmap,Ut.envmap,Ut.aomap,Ut.lightmap,Ut.emissivemap,Ut.bumpmap,Ut.normalmap,Ut.displacementmap,Ut.fog,Ut.lights,{emissive:{value:new ae(0)},specular:{value:new ae(1118481)},shininess:{value:30},envMapIntensity:{value:1}}]),vertexShader:Se.meshphong_vert,fragmentShader:Se.meshphong_frag},standard:{uniforms:Wn([Ut.common,Ut.envmap,Ut.aomap,Ut.lightmap,Ut.emissivemap,Ut.bumpmap,Ut.normalmap,Ut.displacementmap,Ut.roughnessmap,Ut.metalnessmap,Ut.fog,Ut.lights,{emissive:{value:new ae(0)},roughness:{value:1},metalness:{value:0},envMapIntensity:{value:1}}]),vertexShader:Se.meshphysical_vert,fragmentShader:Se.meshphysical_frag},toon:{uniforms:Wn([Ut.common,Ut.aomap,Ut.lightmap,Ut.emissivemap,Ut.bumpmap,Ut.normalmap,Ut.displacementmap,Ut.gradientmap,Ut.fog,Ut.lights,{emissive:{value:new ae(0)}}]),vertexShader:Se.meshtoon_vert,fragmentShader:Se.meshtoon_frag},matcap:{uniforms:Wn([Ut.common,Ut.bumpmap,Ut.normalmap,Ut.displacementmap,Ut.fog,{matcap:{value:null}}]),vertexShader:Se.meshmatcap_vert,fragmentShader:Se.meshmatcap_frag},points:{uniforms:Wn([Ut.points,Ut.fog]),vertexShader:Se.points_vert,fragmentShader:Se.points_frag},dashed:{uniforms:Wn([Ut.common,Ut.fog,{scale:{value:1},dashSize:{value:1},totalSize:{value:2}}]),vertexShader:Se.linedashed_vert,fragmentShader:Se.linedashed_frag},depth:{uniforms:Wn([Ut.common,Ut.displacementmap]),vertexShader:Se.depth_vert,fragmentShader:Se.depth_frag},normal:{uniforms:Wn([Ut.common,Ut.bumpmap,Ut.normalmap,Ut.displacementmap,{opacity:{value:1}}]),vertexShader:Se.meshnormal_vert,fragmentShader:Se.meshnormal_frag},sprite:{uniforms:Wn([Ut.sprite,Ut.fog]),vertexShader:Se.sprite_vert,fragmentShader:Se.sprite_frag},background:{uniforms:{uvTransform:{value:new me},t2D:{value:null},backgroundIntensity:{value:1}},vertexShader:Se.background_vert,fragmentShader:Se.background_frag},backgroundCube:{uniforms:{envMap:{value:null},backgroundBlurriness:{value:0},backgroundIntensity:{value:1},backgroundRotation:{value:new me}},vertexShader:Se.backgroundCube_vert,fragmentShader:Se.backgroundCube_frag},cube:{uniforms:{tCube:{value:null},tFlip:{value:-1},opacity:{value:1}},vertexShader:Se.cube_vert,fragmentShader:Se.cube_frag},equirect:{uniforms:{tEquirect:{value:null}},vertexShader:Se.equirect_vert,fragmentShader:Se.equirect_frag},distance:{uniforms:Wn([Ut.common,Ut.displacementmap,{referencePosition:{value:new C},nearDistance:{value:1},farDistance:{value:1e3}}]),vertexShader:Se.distance_vert,fragmentShader:Se.distance_frag},shadow:{uniforms:Wn([Ut.lights,Ut.fog,{color:{value:new ae(0)},opacity:{value:1}}]),vertexShader:Se.shadow_vert,fragmentShader:Se.shadow_frag}};ei.physical={uniforms:Wn([ei.standard.uniforms,{clearcoat:{value:0},clearcoatMap:{value:null},clearcoatMapTransform:{value:new me},clearcoatNormalMap:{value:null},clearcoatNormalMapTransform:{value:new me},clearcoatNormalScale:{value:new pt(1,1)},clearcoatRoughness:{value:0},clearcoatRoughnessMap:{value:null},clearcoatRoughnessMapTransform:{value:new me},diffuseRoughness:{value:0},diffuseRoughnessMap:{value:null},diffuseRoughnessMapTransform:{value:new me},dispersion:{value:0},retroreflectivity:{value:0},iridescence:{value:0},iridescenceMap:{value:null},iridescenceMapTransform:{value:new me},iridescenceIOR:{value:1.3},iridescenceThicknessMinimum:{value:100},iridescenceThicknessMaximum:{value:400},iridescenceThicknessMap:{value:null},iridescenceThicknessMapTransform:{value:new me},sheen:{value:0},sheenColor:{value:new ae(0)},sheenColorMap:{value:null},sheenColorMapTransform:{value:new me},sheenRoughness:{value:1},sheenRoughnessMap:{value:null},sheenRoughnessMapTransform:{value:new me},transmission:{value:0},transmissionMap:{value:null},transmissionMapTransform:{value:new me},transmissionSamplerSize:{value:new pt},transmissionSamplerMap:{value:null},thickness:{value:0},thicknessMap:{value:null},thicknessMapTransform:{value:new me},attenuationDistance:{value:0},attenuationColor:{value:new ae(0)},specularColor:{value:new ae(1,1,1)},specularColorMap:{value:null},specularColorMapTransform:{value:new me},specularIntensity:{value:1},specularIntensityMap:{value:null},specularIntensityMapTransform:{value:new me},anisotropyVector:{value:new pt},anisotropyMap:{value:null},anisotropyMapTransform:{value:new me}}]),vertexShader:Se.meshphysical_vert,fragmentShader:Se.meshphysical_frag};var au={r:0,b:0,g:0},gE=new pe,k_=new me;k_.set(-1,0,0,0,1,0,0,0,1);function _E(i,t,e,n,s,r){let o=new ae(0),a=s===!0?0:1,l,c,h=null,u=0,d=null;function f(S){let A=S.isScene===!0?S.background:null;if(A&&A.isTexture){let v=S.backgroundBlurriness>0;A=t.get(A,v)}return A}function p(S){let A=!1,v=f(S);v===null?m(o,a):v&&v.isColor&&(m(v,1),A=!0);let P=i.xr.getEnvironmentBlendMode();P==="additive"?e.buffers.color.setClear(0,0,0,1,r):P==="alpha-blend"&&e.buffers.color.setClear(0,0,0,0,r),(i.autoClear||A)&&(e.buffers.depth.setTest(!0),e.buffers.depth.setMask(!0),e.buffers.color.setMask(!0),i.clear(i.autoClearColor,i.autoClearDepth,i.autoClearStencil))}function y(S,A){let v=f(A);v&&v.isCubeTexture?(c===void 0&&(c=new Vn(new Js(1,1,1),new Ci({name:"BackgroundCubeMaterial",uniforms:Dr(ei.backgroundCube.uniforms),vertexShader:ei.backgroundCube.vertexShader,fragmentShader:ei.backgroundCube.fragmentShader,side:ti,depthTest:!1,depthWrite:!1,fog:!1,allowOverride:!1})),c.geometry.deleteAttribute("normal"),c.geometry.deleteAttribute("uv"),c.onBeforeRender=function(P,E,_){this.matrixWorld.copyPosition(_.matrixWorld)},Object.defineProperty(c.material,"envMap",{get:function(){return this.uniforms.envMap.value}}),n.update(c)),c.material.uniforms.envMap.value=v,c.material.uniforms.backgroundBlurriness.value=A.backgroundBlurriness,c.material.uniforms.backgroundIntensity.value=A.backgroundIntensity,c.material.uniforms.backgroundRotation.value.setFromMatrix4(gE.makeRotationFromEuler(A.backgroundRotation)).transpose(),v.isRenderTargetTexture===!1&&c.material.uniforms.backgroundRotation.value.premultiply(k_),c.material.toneMapped=Ae.getTransfer(v.colorSpace)!==Ue,(h!==v||u!==v.version||d!==i.toneMapping)&&(c.material.needsUpdate=!0,h=v,u=v.version,d=i.toneMapping),c.layers.enableAll(),S.unshift(c,c.geometry,c.material,0,0,null)):v&&v.isTexture&&(l===void 0&&(l=new Vn(new Ka(2,2),new Ci({name:"BackgroundMaterial",uniforms:Dr(ei.background.uniforms),vertexShader:ei.background.vertexShader,fragmentShader:ei.background.fragmentShader,side:er,depthTest:!1,depthWrite:!1,fog:!1,allowOverride:!1})),l.geometry.deleteAttribute("normal"),Object.defineProperty(l.material,"map",{get:function(){return this.uniforms.t2D.value}}),n.update(l)),l.material.uniforms.t2D.value=v,l.material.uniforms.backgroundIntensity.value=A.backgroundIntensity,l.material.toneMapped=Ae.getTransfer(v.colorSpace)!==Ue,v.matrixAutoUpdate===!0&&v.updateMatrix(),l.material.uniforms.uvTransform.value.copy(v.matrix),(h!==v||u!==v.version||d!==i.toneMapping)&&(l.material.needsUpdate=!0,h=v,u=v.version,d=i.toneMapping),l.layers.enableAll(),S.unshift(l,l.geometry,l.material,0,0,null))}function m(S,A){S.getRGB(au,jf(i)),e.buffers.color.setClear(au.r,au.g,au.b,A,r)}function g(){c!==void 0&&(c.geometry.dispose(),c.material.dispose(),c=void 0),l!==void 0&&(l.geometry.dispose(),l.material.dispose(),l=void 0)}return{getClearColor:function(){return o},setClearColor:function(S,A=1){o.set(S),a=A,m(o,a)},getClearAlpha:function(){return a},setClearAlpha:function(S){a=S,m(o,a)},render:p,addToRenderList:y,dispose:g}}function xE(i,t){let e=i.getParameter(i.MAX_VERTEX_ATTRIBS),n={},s=d(null),r=s,o=!1;function a(L,H,W,D,V){let q=!1,k=u(L,D,W,H);r!==k&&(r=k,c(r.object)),q=f(L,D,W,V),q&&p(L,D,W,V),V!==null&&t.update(V,i.ELEMENT_ARRAY_BUFFER),(q||o)&&(o=!1,v(L,H,W,D),V!==null&&i.bindBuffer(i.ELEMENT_ARRAY_BUFFER,t.get(V).buffer))}function l(){return i.createVertexArray()}function c(L){return i.bindVertexArray(L)}function h(L){return i.deleteVertexArray(L)}function u(L,H,W,D){let V=D.wireframe===!0,q=n[H.id];q===void 0&&(q={},n[H.id]=q);let k=L.isInstancedMesh===!0?L.id:0,lt=q[k];lt===void 0&&(lt={},q[k]=lt);let Z=lt[W.id];Z===void 0&&(Z={},lt[W.id]=Z);let j=Z[V];return j===void 0&&(j=d(l()),Z[V]=j),j}function d(L){let H=[],W=[],D=[];for(let V=0;V<e;V++)H[V]=0,W[V]=0,D[V]=0;return{geometry:null,program:null,wireframe:!1,newAttributes:H,enabledAttributes:W,attributeDivisors:D,object:L,attributes:{},index:null}}function f(L,H,W,D){let V=r.attributes,q=H.attributes,k=0,lt=W.getAttributes();for(let Z in lt)if(lt[Z].location>=0){let tt=V[Z],dt=q[Z];if(dt===void 0&&(Z==="instanceMatrix"&&L.instanceMatrix&&(dt=L.instanceMatrix),Z==="instanceColor"&&L.instanceColor&&(dt=L.instanceColor)),tt===void 0||tt.attribute!==dt||dt&&tt.data!==dt.data)return!0;k++}return r.attributesNum!==k||r.index!==D}function p(L,H,W,D){let V={},q=H.attributes,k=0,lt=W.getAttributes();for(let Z in lt)if(lt[Z].location>=0){let tt=q[Z];tt===void 0&&(Z==="instanceMatrix"&&L.instanceMatrix&&(tt=L.instanceMatrix),Z==="instanceColor"&&L.instanceColor&&(tt=L.instanceColor));let dt={};dt.attribute=tt,tt&&tt.data&&(dt.data=tt.data),V[Z]=dt,k++}r.attributes=V,r.attributesNum=k,r.index=D}function y(){let L=r.newAttributes;for(let H=0,W=L.length;H<W;H++)L[H]=0}function m(L){g(L,0)}function g(L,H){let W=r.newAttributes,D=r.enabledAttributes,V=r.attributeDivisors;W[L]=1,D[L]===0&&(i.enableVertexAttribArray(L),D[L]=1),V[L]!==H&&(i.vertexAttribDivisor(L,H),V[L]=H)}function S(){let L=r.newAttributes,H=r.enabledAttributes;for(let W=0,D=H.length;W<D;W++)H[W]!==L[W]&&(i.disableVertexAttribArray(W),H[W]=0)}function A(L,H,W,D,V,q,k){k===!0?i.vertexAttribIPointer(L,H,W,V,q):i.vertexAttribPointer(L,H,W,D,V,q)}function v(L,H,W,D){y();let V=D.attributes,q=W.getAttributes(),k=H.defaultAttributeValues;for(let lt in q){let Z=q[lt];if(Z.location>=0){let j=V[lt];if(j===void 0&&(lt==="instanceMatrix"&&L.instanceMatrix&&(j=L.instanceMatrix),lt==="instanceColor"&&L.instanceColor&&(j=L.instanceColor)),j!==void 0){let tt=j.normalized,dt=j.itemSize,ct=t.get(j);if(ct===void 0)continue;let Q=ct.buffer,gt=ct.type,xt=ct.bytesPerElement,It=gt===i.INT||gt===i.UNSIGNED_INT||j.gpuType===Mh;if(j.isInterleavedBufferAttribute){let bt=j.data,Ht=bt.isInterleavedBuffer===!0?bt.stride:bt.itemSize,ie=j.offset;if(bt.isInstancedInterleavedBuffer||bt.isInstancedBufferAttribute){for(let Jt=0;Jt<Z.locationSize;Jt++)g(Z.location+Jt,bt.meshPerAttribute);L.isInstancedMesh!==!0&&D._maxInstanceCount===void 0&&(D._maxInstanceCount=bt.meshPerAttribute*bt.count)}else for(let Jt=0;Jt<Z.locationSize;Jt++)m(Z.location+Jt);i.bindBuffer(i.ARRAY_BUFFER,Q);for(let Jt=0;Jt<Z.locationSize;Jt++)A(Z.location+Jt,dt/Z.locationSize,gt,tt,Ht*xt,(ie+dt/Z.locationSize*Jt)*xt,It)}else{if(j.isInstancedBufferAttribute){for(let bt=0;bt<Z.locationSize;bt++)g(Z.location+bt,j.meshPerAttribute);L.isInstancedMesh!==!0&&D._maxInstanceCount===void 0&&(D._maxInstanceCount=j.meshPerAttribute*j.count)}else for(let bt=0;bt<Z.locationSize;bt++)m(Z.location+bt);i.bindBuffer(i.ARRAY_BUFFER,Q);for(let bt=0;bt<Z.locationSize;bt++)A(Z.location+bt,dt/Z.locationSize,gt,tt,dt*xt,dt/Z.locationSize*bt*xt,It)}}else if(k!==void 0){let tt=k[lt];if(tt!==void 0)switch(tt.length){case 2:i.vertexAttrib2fv(Z.location,tt);break;case 3:i.vertexAttrib3fv(Z.location,tt);break;case 4:i.vertexAttrib4fv(Z.location,tt);break;default:i.vertexAttrib1fv(Z.location,tt)}}}}S()}function P(){B();for(let L in n){let H=n[L];for(let W in H){let D=H[W];for(let V in D){let q=D[V];for(let k in q)h(q[k].object),delete q[k];delete D[V]}}delete n[L]}}function E(L){if(n[L.id]===void 0)return;let H=n[L.id];for(let W in H){let D=H[W];for(let V in D){let q=D[V];for(let k in q)h(q[k].object),delete q[k];delete D[V]}}delete n[L.id]}function _(L){for(let H in n){let W=n[H];for(let D in W){let V=W[D];if(V[L.id]===void 0)continue;let q=V[L.id];for(let k in q)h(q[k].object),delete q[k];delete V[L.id]}}}function T(L){for(let H in n){let W=n[H],D=L.isInstancedMesh===!0?L.id:0,V=W[D];if(V!==void 0){for(let q in V){let k=V[q];for(let lt in k)h(k[lt].object),delete k[lt];delete V[q]}delete W[D],Object.keys(W).length===0&&delete n[H]}}}function B(){U(),o=!0,r!==s&&(r=s,c(r.object))}function U(){s.geometry=null,s.program=null,s.wireframe=!1}return{setup:a,reset:B,resetDefaultState:U,dispose:P,releaseStatesOfGeometry:E,releaseStatesOfObject:T,releaseStatesOfProgram:_,initAttributes:y,enableAttribute:m,disableUnusedAttributes:S}}function yE(i,t,e){let n;function s(l){n=l}function r(l,c){i.drawArrays(n,l,c),e.update(c,n,1)}function o(l,c,h){h!==0&&(i.drawArraysInstanced(n,l,c,h),e.update(c,n,h))}function a(l,c,h){if(h===0)return;t.get("WEBGL_multi_draw").multiDrawArraysWEBGL(n,l,0,c,0,h);let d=0;for(let f=0;f<h;f++)d+=c[f];e.update(d,n,1)}this.setMode=s,this.render=r,this.renderInstances=o,this.renderMultiDraw=a}function vE(i,t,e,n){let s;function r(){if(s!==void 0)return s;if(t.has("EXT_texture_filter_anisotropic")===!0){let _=t.get("EXT_texture_filter_anisotropic");s=i.getParameter(_.MAX_TEXTURE_MAX_ANISOTROPY_EXT)}else s=0;return s}function o(_){return!(_!==Gi&&n.convert(_)!==i.getParameter(i.IMPLEMENTATION_COLOR_READ_FORMAT))}function a(_){let T=_===Hi&&(t.has("EXT_color_buffer_half_float")||t.has("EXT_color_buffer_float"));return!(_!==si&&_!==Pi&&!T&&n.convert(_)!==i.getParameter(i.IMPLEMENTATION_COLOR_READ_TYPE))}function l(_){if(_==="highp"){if(i.getShaderPrecisionFormat(i.VERTEX_SHADER,i.HIGH_FLOAT).precision>0&&i.getShaderPrecisionFormat(i.FRAGMENT_SHADER,i.HIGH_FLOAT).precision>0)return"highp";_="mediump"}return _==="mediump"&&i.getShaderPrecisionFormat(i.VERTEX_SHADER,i.MEDIUM_FLOAT).precision>0&&i.getShaderPrecisionFormat(i.FRAGMENT_SHADER,i.MEDIUM_FLOAT).precision>0?"mediump":"lowp"}let c=e.precision!==void 0?e.precision:"highp",h=l(c);h!==c&&(te("WebGLRenderer:",c,"not supported, using",h,"instead."),c=h);let u=e.reversedDepthBuffer===!0&&t.has("EXT_clip_control"),d=e.logarithmicDepthBuffer===!0&&u===!1;e.reversedDepthBuffer===!0&&u===!1&&te("WebGLRenderer: Unable to use reversed depth buffer due to missing EXT_clip_control extension. Fallback to default depth buffer."),e.logarithmicDepthBuffer===!0&&u===!0&&te("WebGLRenderer: Logarithmic depth buffer is ignored when reversed depth buffer is enabled.");let f=i.getParameter(i.MAX_TEXTURE_IMAGE_UNITS),p=i.getParameter(i.MAX_VERTEX_TEXTURE_IMAGE_UNITS),y=i.getParameter(i.MAX_TEXTURE_SIZE),m=i.getParameter(i.MAX_CUBE_MAP_TEXTURE_SIZE),g=i.getParameter(i.MAX_VERTEX_ATTRIBS),S=i.getParameter(i.MAX_VERTEX_UNIFORM_VECTORS),A=i.getParameter(i.MAX_VARYING_VECTORS),v=i.getParameter(i.MAX_FRAGMENT_UNIFORM_VECTORS),P=i.getParameter(i.MAX_SAMPLES),E=i.getParameter(i.SAMPLES);return{isWebGL2:!0,getMaxAnisotropy:r,getMaxPrecision:l,textureFormatReadable:o,textureTypeReadable:a,precision:c,logarithmicDepthBuffer:d,reversedDepthBuffer:u,maxTextures:f,maxVertexTextures:p,maxTextureSize:y,maxCubemapSize:m,maxAttributes:g,maxVertexUniforms:S,maxVaryings:A,maxFragmentUniforms:v,maxSamples:P,samples:E}}function SE(i){let t=this,e=null,n=0,s=!1,r=!1,o=new gi,a=new me,l={value:null,needsUpdate:!1};this.uniform=l,this.numPlanes=0,this.numIntersection=0,this.init=function(u,d){let f=u.length!==0||d||n!==0||s;return s=d,n=u.length,f},this.beginShadows=function(){r=!0,h(null)},this.endShadows=function(){r=!1},this.setGlobalState=function(u,d){e=h(u,d,0)},this.setState=function(u,d,f){let p=u.clippingPlanes,y=u.clipIntersection,m=u.clipShadows,g=i.get(u);if(!s||p===null||p.length===0||r&&!m)r?h(null):c();else{let S=r?0:n,A=S*4,v=g.clippingState||null;l.value=v,v=h(p,d,A,f);for(let P=0;P!==A;++P)v[P]=e[P];g.clippingState=v,this.numIntersection=y?this.numPlanes:0,this.numPlanes+=S}};function c(){l.value!==e&&(l.value=e,l.needsUpdate=n>0),t.numPlanes=n,t.numIntersection=0}function h(u,d,f,p){let y=u!==null?u.length:0,m=null;if(y!==0){if(m=l.value,p!==!0||m===null){let g=f+y*4,S=d.matrixWorldInverse;a.getNormalMatrix(S),(m===null||m.length<g)&&(m=new Float32Array(g));for(let A=0,v=f;A!==y;++A,v+=4)o.copy(u[A]).applyMatrix4(S,a),o.normal.toArray(m,v),m[v+3]=o.constant}l.value=m,l.needsUpdate=!0}return t.numPlanes=y,t.numIntersection=0,m}}var Sl=class extends _i{constructor(t=1,e={}){super(t,t,e),this.isWebGLCubeRenderTarget=!0;let n={width:t,height:t,depth:1},s=[n,n,n,n,n,n];this.texture=new ka(s),this._setTextureOptions(e),this.texture.isRenderTargetTexture=!0}fromEquirectangularTexture(t,e){this.texture.type=e.type,this.texture.colorSpace=e.colorSpace,this.texture.generateMipmaps=e.generateMipmaps,this.texture.minFilter=e.minFilter,this.texture.magFilter=e.magFilter;let n={uniforms:{tEquirect:{value:null}},vertexShader:`

				varying vec3 vWorldDirection;

				vec3 transformDirection( in vec3 dir, in mat4 matrix ) {

					return normalize( ( matrix * vec4( dir, 0.0 ) ).xyz );

				}

				void main() {

					vWorldDirection = transformDirection( position, modelMatrix );

					#include <begin_vertex>
					#include <project_vertex>

				}
			`,fragmentShader:`

				uniform sampler2D tEquirect;

				varying vec3 vWorldDirection;

				#include <common>

				void main() {

					vec3 direction = normalize( vWorldDirection );

					vec2 sampleUV = equirectUv( direction );

					gl_FragColor = texture2D( tEquirect, sampleUV );

				}
			`},s=new Js(5,5,5),r=new Ci({name:"CubemapFromEquirect",uniforms:Dr(n.uniforms),vertexShader:n.vertexShader,fragmentShader:n.fragmentShader,side:ti,blending:Cr});r.uniforms.tEquirect.value=e;let o=new Vn(s,r),a=e.minFilter;return e.minFilter===As&&(e.minFilter=Qn),new Bo(1,10,this).update(t,o),e.minFilter=a,o.geometry.dispose(),o.material.dispose(),this}clear(t,e=!0,n=!0,s=!0){let r=t.getRenderTarget();for(let o=0;o<6;o++)t.setRenderTarget(this,o),t.clear(e,n,s);t.setRenderTarget(r)}},x_=256,ME=3,bE=20,V_=256,H_=16,wE=3,EE=new C,TE=new ae,cu=class i{constructor(t){this._renderer=t,this._cubeSize=0,this._sourceTarget=null,this._cubeCamera=new Bo(1,10,null),this._boxMesh=new Vn(new Js(5,5,5),null),this._cubemapMaterial=null,this._equirectMaterial=null,this._blurMaterial=null,this._ggxMaterial=null,this._integrationMaterial=null}fromScene(t,e=0,n=.1,s=100,r={}){let{size:o=256,position:a=EE}=r,l=this._renderer;this._setSize(o);let c=this._allocateTarget(),h=this._getSourceTarget(!0);e>0&&(h.texture.mipmapsAutoUpdate=!1);let u=l.autoClear,d=l.autoClearColor,f=l.autoClearDepth,p=l.autoClearStencil,y=t.background;l.autoClear=!0,l.autoClearColor=!0,l.autoClearDepth=!0,l.autoClearStencil=!0,y===null&&(t.background=l.getClearColor(TE));let m=new Bo(n,s,h);return m.position.copy(a),m.update(l,t),l.autoClear=u,l.autoClearColor=d,l.autoClearDepth=f,l.autoClearStencil=p,t.background=y,e>0&&(h.texture.mipmapsAutoUpdate=!0,this._blur(c,e)),this._applyPMREM(c),c}fromEquirectangular(t,e=null){return this._fromTexture(t,e)}fromCubemap(t,e=null){return this._fromTexture(t,e)}compileCubemapShader(){this._cubemapMaterial===null&&(this._cubemapMaterial=S_(),this._compileMaterial(this._cubemapMaterial))}compileEquirectangularShader(){this._equirectMaterial===null&&(this._equirectMaterial=v_(),this._compileMaterial(this._equirectMaterial))}dispose(){this._sourceTarget!==null&&this._sourceTarget.dispose(),this._cubemapMaterial!==null&&this._cubemapMaterial.dispose(),this._equirectMaterial!==null&&this._equirectMaterial.dispose(),this._blurMaterial!==null&&this._blurMaterial.dispose(),this._ggxMaterial!==null&&this._ggxMaterial.dispose(),this._integrationMaterial!==null&&this._integrationMaterial.dispose(),this._boxMesh.geometry.dispose()}static lodToRoughness(t,e){return e>0?1-Math.sqrt(1-t/e):0}_setSize(t){this._cubeSize=Math.max(x_,$f(t))}_fromTexture(t,e){t.mapping===Ir||t.mapping===Ho?this._setSize(t.image.length===0?x_:t.image[0].width||t.image[0].image.width):this._setSize(t.image.width/4);let n=e||this._allocateTarget();return this._textureToCubemap(t),this._applyPMREM(n),n}_allocateTarget(){let t=this._cubeSize,e=y_(t,!1,!1),n=Math.log2(t)-ME;for(let s=0;s<=n;s++)e.texture.mipmaps.push({width:t>>s,height:t>>s});return e.texture.name="PMREM",e.texture.isPMREMTexture=!0,e}_getSourceTarget(t=!1){let e=this._cubeSize,n=this._sourceTarget;return(n===null||n.width!==e||t&&n.depthBuffer===!1)&&(n!==null&&n.dispose(),this._sourceTarget=y_(e,!0,t)),this._sourceTarget}_compileMaterial(t){this._boxMesh.material=t,this._renderer.compile(this._boxMesh,this._cubeCamera.children[0])}_renderCube(t,e,n){let s=this._boxMesh,r=this._cubeCamera;s.material=n,r.renderTarget=t,r.activeMipmapLevel=e;let o=t.width>>e;t.viewport.set(0,0,o,o),r.update(this._renderer,s),t.viewport.set(0,0,t.width,t.height)}_textureToCubemap(t){let e;t.mapping===Ir||t.mapping===Ho?(this._cubemapMaterial===null&&(this._cubemapMaterial=S_()),e=this._cubemapMaterial,e.uniforms.flipEnvMap.value=t.isRenderTargetTexture===!1?-1:1):(this._equirectMaterial===null&&(this._equirectMaterial=v_()),e=this._equirectMaterial),e.uniforms.envMap.value=t,this._renderCube(this._getSourceTarget(),0,e)}_applyPMREM(t){this._ggxMaterial===null&&(this._ggxMaterial=AE(),this._integrationMaterial=RE());let e=this._cubeSize,n=t.texture.mipmaps.length-1,s=this._ggxMaterial.uniforms;s.envMap.value=this._sourceTarget.texture;let r=this._integrationMaterial.uniforms;r.envMap.value=this._sourceTarget.texture,r.sourceLod.value=Math.log2(e/H_);for(let o=0;o<=n;o++){let a=i.lodToRoughness(o,n);if(o>n-wE)r.roughness.value=a,this._renderCube(t,o,this._integrationMaterial);else{let l=a>0?Math.log2(e)+.5*Math.log2(6/(V_*Math.pow(a,4)))+.5:0;s.roughness.value=a,s.lodBias.value=l,this._renderCube(t,o,this._ggxMaterial)}}}_blur(t,e){this._blurMaterial===null&&(this._blurMaterial=CE());let n=this._blurMaterial,s=n.uniforms,r=this._sourceTarget;s.sigma.value=Math.min(e,Math.PI)/Math.SQRT2,s.envMap.value=r.texture,this._renderCube(t,0,n),s.envMap.value=t.texture,this._renderCube(r,0,n)}};function y_(i,t,e){return new Sl(i,{minFilter:As,generateMipmaps:t,type:Hi,colorSpace:Pa,depthBuffer:e})}function Ml(i,t,e){return new Ci({name:i,uniforms:t,vertexShader:Se.cube_vert,fragmentShader:e,side:ti,blending:Cr,depthTest:!1,depthWrite:!1})}function AE(){return Ml("PMREMGGXConvolution",{envMap:{value:null},roughness:{value:0},lodBias:{value:0}},`

		#define GGX_SAMPLES ${V_}u

		varying vec3 vWorldDirection;

		uniform samplerCube envMap;
		uniform float roughness;
		uniform float lodBias;

		#include <common>

		// Van der Corput radical inverse
		float radicalInverse_VdC( uint bits ) {

			bits = ( bits << 16u ) | ( bits >> 16u );
			bits = ( ( bits & 0x55555555u ) << 1u ) | ( ( bits & 0xAAAAAAAAu ) >> 1u );
			bits = ( ( bits & 0x33333333u ) << 2u ) | ( ( bits & 0xCCCCCCCCu ) >> 2u );
			bits = ( ( bits & 0x0F0F0F0Fu ) << 4u ) | ( ( bits & 0xF0F0F0F0u ) >> 4u );
			bits = ( ( bits & 0x00FF00FFu ) << 8u ) | ( ( bits & 0xFF00FF00u ) >> 8u );
			return float( bits ) * 2.3283064365386963e-10; // / 0x100000000

		}

		// Hammersley sequence
		vec2 hammersley( uint i, uint N ) {

			return vec2( float( i ) / float( N ), radicalInverse_VdC( i ) );

		}

		void main() {

			vec3 N = normalize( vWorldDirection );

			// For very low roughness, just sample the environment directly
			if ( roughness < 0.001 ) {

				gl_FragColor = vec4( textureLod( envMap, N, 0.0 ).rgb, 1.0 );
				return;

			}

			float alpha = roughness * roughness;
			float alpha2 = alpha * alpha;

			// Tangent space basis for VNDF sampling
			vec3 up = abs( N.z ) < 0.999 ? vec3( 0.0, 0.0, 1.0 ) : vec3( 1.0, 0.0, 0.0 );
			vec3 tangent = normalize( cross( up, N ) );
			vec3 bitangent = cross( N, tangent );

			vec3 prefilteredColor = vec3( 0.0 );
			float totalWeight = 0.0;

			for ( uint i = 0u; i < GGX_SAMPLES; i ++ ) {

				vec2 Xi = hammersley( i, GGX_SAMPLES );

				// With V = N, sample the reflected direction directly.
				float invQ = 1.0 / ( 1.0 - Xi.x + alpha2 * Xi.x );
				float NdotL = ( 1.0 - Xi.x - alpha2 * Xi.x ) * invQ;

				if ( NdotL > 0.0 ) {

					float phi = 2.0 * PI * Xi.y;
					float sinTheta = 2.0 * alpha * sqrt( Xi.x * ( 1.0 - Xi.x ) ) * invQ;
					vec3 L = N * NdotL + ( tangent * cos( phi ) + bitangent * sin( phi ) ) * sinTheta;

					// Match the source mip to the sample's solid angle. The terms
					// independent of the sample are precomputed in lodBias.
					float d = alpha2 * invQ;
					float lod = max( log2( d ) + lodBias, 0.0 );

					// Weight by NdotL for the split-sum approximation
					prefilteredColor += textureLod( envMap, L, lod ).rgb * NdotL;
					totalWeight += NdotL;

				}

			}

			gl_FragColor = vec4( prefilteredColor / totalWeight, 1.0 );

		}
	`)}function RE(){return Ml("PMREMGGXIntegration",{envMap:{value:null},roughness:{value:0},sourceLod:{value:0},sourceSize:{value:H_}},`

		varying vec3 vWorldDirection;

		uniform samplerCube envMap;
		uniform float roughness;
		uniform float sourceLod;
		uniform int sourceSize;

		void main() {

			vec3 N = normalize( vWorldDirection );

			float alpha = roughness * roughness;
			float alpha2 = alpha * alpha;

			float texelSize = 2.0 / float( sourceSize );

			vec3 prefilteredColor = vec3( 0.0 );
			float totalWeight = 0.0;

			// Pair opposite texels: only the one in N's hemisphere contributes.
			for ( int face = 0; face < 3; face ++ ) {

				for ( int y = 0; y < sourceSize; y ++ ) {

					for ( int x = 0; x < sourceSize; x ++ ) {

						vec2 uv = ( vec2( x, y ) + 0.5 ) * texelSize - 1.0;
						vec3 texelDirection = face == 0 ? vec3( 1.0, uv ) : ( face == 1 ? vec3( uv.x, 1.0, uv.y ) : vec3( uv, 1.0 ) );

						float invDistance = inversesqrt( 1.0 + dot( uv, uv ) );
						float NdotL = dot( N, texelDirection );
						texelDirection *= NdotL < 0.0 ? - 1.0 : 1.0;
						NdotL = abs( NdotL ) * invDistance;

						// With V = N, NdotH squared is ( 1 + NdotL ) / 2. Common factors
						// in the GGX distribution and texel solid angle cancel when normalized.
						float d = 1.0 + alpha2 + ( alpha2 - 1.0 ) * NdotL;
						float weight = NdotL * invDistance * invDistance * invDistance / ( d * d );

						prefilteredColor += textureLod( envMap, texelDirection, sourceLod ).rgb * weight;
						totalWeight += weight;

					}

				}

			}

			gl_FragColor = vec4( prefilteredColor / totalWeight, 1.0 );

		}
	`)}function CE(){return Ml("PMREMSphericalGaussianBlur",{envMap:{value:null},sigma:{value:0}},`

		#define SAMPLES ${bE}
		#define GOLDEN_ANGLE 2.39996322973

		varying vec3 vWorldDirection;

		uniform samplerCube envMap;
		uniform float sigma;

		#include <common>

		void main() {

			vec3 outputDirection = normalize( vWorldDirection );

			vec3 up = abs( outputDirection.z ) < 0.999 ? vec3( 0.0, 0.0, 1.0 ) : vec3( 1.0, 0.0, 0.0 );
			vec3 tangent = normalize( cross( up, outputDirection ) );
			vec3 bitangent = cross( outputDirection, tangent );

			// Truncate the kernel at three standard deviations or at the antipode.
			float thetaMax = min( 3.0 * sigma, PI );
			float truncation = 1.0 - exp( - 0.5 * thetaMax * thetaMax / ( sigma * sigma ) );

			vec3 accumColor = vec3( 0.0 );
			float accumWeight = 0.0;

			for ( int i = 0; i < SAMPLES; i ++ ) {

				// Stratified inverse-CDF sampling of the Gaussian, placed on a golden-angle spiral.
				float stratum = ( float( i ) + 0.5 ) / float( SAMPLES );
				float theta = sigma * sqrt( - 2.0 * log( 1.0 - stratum * truncation ) );
				float phi = float( i ) * GOLDEN_ANGLE;

				vec3 offset = cos( phi ) * tangent + sin( phi ) * bitangent;
				vec3 sampleDirection = cos( theta ) * outputDirection + sin( theta ) * offset;

				// Correct the planar sample density to solid angle.
				float weight = sin( theta ) / theta;

				accumColor += weight * textureLod( envMap, sampleDirection, 0.0 ).rgb;
				accumWeight += weight;

			}

			gl_FragColor = vec4( accumColor / accumWeight, 1.0 );

		}
	`)}function v_(){return Ml("PMREMEquirectangularToCubemap",{envMap:{value:null}},`

		varying vec3 vWorldDirection;

		uniform sampler2D envMap;

		#include <common>

		void main() {

			// Average four subpixel samples to preserve small, bright features.
			vec3 direction = normalize( vWorldDirection );
			vec3 dx = dFdx( direction ) * 0.25;
			vec3 dy = dFdy( direction ) * 0.25;

			vec3 color = textureLod( envMap, equirectUv( normalize( direction - dx - dy ) ), 0.0 ).rgb;
			color += textureLod( envMap, equirectUv( normalize( direction + dx - dy ) ), 0.0 ).rgb;
			color += textureLod( envMap, equirectUv( normalize( direction - dx + dy ) ), 0.0 ).rgb;
			color += textureLod( envMap, equirectUv( normalize( direction + dx + dy ) ), 0.0 ).rgb;
			gl_FragColor = vec4( color * 0.25, 1.0 );

		}
	`)}function S_(){return Ml("PMREMCubemapToCubemap",{envMap:{value:null},flipEnvMap:{value:-1}},`

		varying vec3 vWorldDirection;

		uniform samplerCube envMap;
		uniform float flipEnvMap;

		void main() {

			gl_FragColor = vec4( textureCube( envMap, vec3( flipEnvMap * vWorldDirection.x, vWorldDirection.yz ) ).rgb, 1.0 );

		}
	`)}function PE(i){let t=new WeakMap,e=new WeakMap,n=null;function s(d,f=!1){return d==null?null:f?o(d):r(d)}function r(d){if(d&&d.isTexture){let f=d.mapping;if(f===yh||f===vh)if(t.has(d)){let p=t.get(d).texture;return a(p,d.mapping)}else{let p=d.image;if(p&&p.height>0){let y=new Sl(p.height);return y.fromEquirectangularTexture(i,d),t.set(d,y),d.addEventListener("dispose",c),a(y.texture,d.mapping)}else return null}}return d}function o(d){if(d&&d.isTexture&&d.isPMREMTexture!==!0){let f=d.mapping,p=f===yh||f===vh,y=f===Ir||f===Ho;if(p||y){let m=e.get(d),g=m!==void 0?m.texture.pmremVersion:0;if(d.isRenderTargetTexture&&d.pmremVersion!==g)return n===null&&(n=new cu(i)),m=p?n.fromEquirectangular(d,m):n.fromCubemap(d,m),m.texture.pmremVersion=d.pmremVersion,e.set(d,m),m.texture;if(m!==void 0)return m.texture;{let S=d.image;return p&&S&&S.height>0||y&&S&&l(S)?(n===null&&(n=new cu(i)),m=p?n.fromEquirectangular(d):n.fromCubemap(d),m.texture.pmremVersion=d.pmremVersion,e.set(d,m),d.addEventListener("dispose",h),m.texture):null}}}return d}function a(d,f){return f===yh?d.mapping=Ir:f===vh&&(d.mapping=Ho),d}function l(d){let f=0,p=6;for(let y=0;y<p;y++)d[y]!==void 0&&f++;return f===p}function c(d){let f=d.target;f.removeEventListener("dispose",c);let p=t.get(f);p!==void 0&&(t.delete(f),p.dispose())}function h(d){let f=d.target;f.removeEventListener("dispose",h);let p=e.get(f);p!==void 0&&(e.delete(f),p.dispose())}function u(){t=new WeakMap,e=new WeakMap,n!==null&&(n.dispose(),n=null)}return{get:s,dispose:u}}function IE(i){let t={};function e(n){if(t[n]!==void 0)return t[n];let s=i.getExtension(n);return t[n]=s,s}return{has:function(n){return e(n)!==null},init:function(){e("EXT_color_buffer_float"),e("WEBGL_clip_cull_distance"),e("OES_texture_float_linear"),e("EXT_color_buffer_half_float"),e("WEBGL_multisampled_render_to_texture"),e("WEBGL_render_shared_exponent")},get:function(n){let s=e(n);return s===null&&wa("WebGLRenderer: "+n+" extension not supported."),s}}}function LE(i,t,e,n){let s={},r=new WeakMap,o=new FinalizationRegistry(p=>delete s[p]);function a(p){l(p.target)}function l(p){p.index!==null&&t.remove(p.index);for(let m in p.attributes)t.remove(p.attributes[m]);p.removeEventListener("dispose",a),delete s[p.id],o.unregister(p);let y=r.get(p);y&&(t.remove(y),r.delete(p)),n.releaseStatesOfGeometry(p),p.isInstancedBufferGeometry===!0&&delete p._maxInstanceCount,e.memory.geometries--}function c(p,y){return s[y.id]!==void 0||(y.addEventListener("dispose",a),s[y.id]=new WeakRef(y),o.register(y,y.id,y),e.memory.geometries++),y}function h(p){let y=p.attributes;for(let m in y)t.update(y[m],i.ARRAY_BUFFER)}function u(p){let y=p.index,m=p.attributes.position,g=0;if(m===void 0)return;let S=y!==null?y.array.length:m.array.length/3-1,A=m.count>=65535?Oa:Fa,v=new A(Math.ceil(S/3)*6,1),P=v.array;if(y!==null){let _=y.array;g=y.version;for(let T=0,B=0;T<S;T+=3){let U=_[T+0],L=_[T+1],H=_[T+2];P[B++]=U,P[B++]=L,P[B++]=L,P[B++]=H,P[B++]=H,P[B++]=U}}else{g=m.version;for(let _=0,T=0;_<S;_+=3){let B=_+0,U=_+1,L=_+2;P[T++]=B,P[T++]=U,P[T++]=U,P[T++]=L,P[T++]=L,P[T++]=B}}v.version=g;let E=r.get(p);E&&t.remove(E),r.set(p,v)}function d(p){let y=r.get(p);if(y){let m=p.index;m!==null&&y.version<m.version&&u(p)}else u(p);return r.get(p)}function f(){for(let p in s){let y=s[p].deref();y!==void 0&&l(y)}}return{get:c,update:h,getWireframeAttribute:d,dispose:f}}function DE(i,t,e){let n;function s(u){n=u}let r,o;function a(u){r=u.type,o=u.bytesPerElement}function l(u,d){i.drawElements(n,d,r,u*o),e.update(d,n,1)}function c(u,d,f){f!==0&&(i.drawElementsInstanced(n,d,r,u*o,f),e.update(d,n,f))}function h(u,d,f){if(f===0)return;t.get("WEBGL_multi_draw").multiDrawElementsWEBGL(n,d,0,r,u,0,f);let y=0;for(let m=0;m<f;m++)y+=d[m];e.update(y,n,1)}this.setMode=s,this.setIndex=a,this.render=l,this.renderInstances=c,this.renderMultiDraw=h}function NE(i){let t={geometries:0,textures:0},e={frame:0,calls:0,triangles:0,points:0,lines:0};function n(r,o,a){switch(e.calls++,o){case i.TRIANGLES:e.triangles+=a*(r/3);break;case i.LINES:e.lines+=a*(r/2);break;case i.LINE_STRIP:e.lines+=a*(r-1);break;case i.LINE_LOOP:e.lines+=a*r;break;case i.POINTS:e.points+=a*r;break;default:oe("WebGLInfo: Unknown draw mode:",o);break}}function s(){e.calls=0,e.triangles=0,e.points=0,e.lines=0}return{memory:t,render:e,programs:null,autoReset:!0,reset:s,update:n}}function UE(i,t,e){let n=new WeakMap,s=new Oe;function r(o,a,l){let c=o.morphTargetInfluences,h=a.morphAttributes.position||a.morphAttributes.normal||a.morphAttributes.color,u=h!==void 0?h.length:0,d=n.get(a);if(d===void 0||d.count!==u){let B=function(){_.dispose(),n.delete(a),a.removeEventListener("dispose",B)};d!==void 0&&d.texture.dispose();let f=a.morphAttributes.position!==void 0,p=a.morphAttributes.normal!==void 0,y=a.morphAttributes.color!==void 0,m=a.morphAttributes.position||[],g=a.morphAttributes.normal||[],S=a.morphAttributes.color||[],A=0;f===!0&&(A=1),p===!0&&(A=2),y===!0&&(A=3);let v=a.attributes.position.count*A,P=1;v>t.maxTextureSize&&(P=Math.ceil(v/t.maxTextureSize),v=t.maxTextureSize);let E=new Float32Array(v*P*4*u),_=new Na(E,v,P,u);_.type=Pi,_.needsUpdate=!0;let T=A*4;for(let U=0;U<u;U++){let L=m[U],H=g[U],W=S[U],D=v*P*4*U;for(let V=0;V<L.count;V++){let q=V*T;f===!0&&(s.fromBufferAttribute(L,V),E[D+q+0]=s.x,E[D+q+1]=s.y,E[D+q+2]=s.z,E[D+q+3]=0),p===!0&&(s.fromBufferAttribute(H,V),E[D+q+4]=s.x,E[D+q+5]=s.y,E[D+q+6]=s.z,E[D+q+7]=0),y===!0&&(s.fromBufferAttribute(W,V),E[D+q+8]=s.x,E[D+q+9]=s.y,E[D+q+10]=s.z,E[D+q+11]=W.itemSize===4?s.w:1)}}d={count:u,texture:_,size:new pt(v,P)},n.set(a,d),a.addEventListener("dispose",B)}if(o.isInstancedMesh===!0&&o.morphTexture!==null)l.getUniforms().setValue(i,"morphTexture",o.morphTexture,e);else{let f=0;for(let y=0;y<c.length;y++)f+=c[y];let p=a.morphTargetsRelative?1:1-f;l.getUniforms().setValue(i,"morphTargetBaseInfluence",p),l.getUniforms().setValue(i,"morphTargetInfluences",c)}l.getUniforms().setValue(i,"morphTargetsTexture",d.texture,e),l.getUniforms().setValue(i,"morphTargetsTextureSize",d.size)}return{update:r}}function FE(i,t,e,n,s){let r=new WeakMap;function o(c){let h=s.render.frame,u=c.geometry,d=t.get(c,u);if(r.get(d)!==h&&(t.update(d),r.set(d,h)),c.isInstancedMesh&&(c.hasEventListener("dispose",l)===!1&&c.addEventListener("dispose",l),r.get(c)!==h&&(e.update(c.instanceMatrix,i.ARRAY_BUFFER),c.instanceColor!==null&&e.update(c.instanceColor,i.ARRAY_BUFFER),r.set(c,h))),c.isSkinnedMesh){let f=c.skeleton;r.get(f)!==h&&(f.update(),r.set(f,h))}return d}function a(){r=new WeakMap}function l(c){let h=c.target;h.removeEventListener("dispose",l),n.releaseStatesOfObject(h),e.remove(h.instanceMatrix),h.instanceColor!==null&&e.remove(h.instanceColor)}return{update:o,dispose:a}}var OE={[Rf]:"LINEAR_TONE_MAPPING",[Cf]:"REINHARD_TONE_MAPPING",[Pf]:"CINEON_TONE_MAPPING",[If]:"ACES_FILMIC_TONE_MAPPING",[Df]:"AGX_TONE_MAPPING",[Nf]:"NEUTRAL_TONE_MAPPING",[Lf]:"CUSTOM_TONE_MAPPING"};function BE(i,t,e,n,s,r){let o=new _i(t,e,{type:i,depthBuffer:s,stencilBuffer:r,samples:n?4:0,storeMultisampledDepthBuffer:!1,storeMultisampledStencilBuffer:!1,resolveDepthBuffer:!1,resolveStencilBuffer:!1}),a=null,l=null,c=null,h=new en;h.setAttribute("position",new Fe([-1,3,0,-1,-1,0,3,-1,0],3)),h.setAttribute("uv",new Fe([0,2,0,0,2,0],2));let u=new ih({uniforms:{tDiffuse:{value:null}},vertexShader:`
			precision highp float;

			uniform mat4 modelViewMatrix;
			uniform mat4 projectionMatrix;

			attribute vec3 position;
			attribute vec2 uv;

			varying vec2 vUv;

			void main() {
				vUv = uv;
				gl_Position = projectionMatrix * modelViewMatrix * vec4( position, 1.0 );
			}`,fragmentShader:`
			precision highp float;

			uniform sampler2D tDiffuse;

			varying vec2 vUv;

			#include <tonemapping_pars_fragment>
			#include <colorspace_pars_fragment>

			void main() {
				gl_FragColor = texture2D( tDiffuse, vUv );

				#ifdef LINEAR_TONE_MAPPING
					gl_FragColor.rgb = LinearToneMapping( gl_FragColor.rgb );
				#elif defined( REINHARD_TONE_MAPPING )
					gl_FragColor.rgb = ReinhardToneMapping( gl_FragColor.rgb );
				#elif defined( CINEON_TONE_MAPPING )
					gl_FragColor.rgb = CineonToneMapping( gl_FragColor.rgb );
				#elif defined( ACES_FILMIC_TONE_MAPPING )
					gl_FragColor.rgb = ACESFilmicToneMapping( gl_FragColor.rgb );
				#elif defined( AGX_TONE_MAPPING )
					gl_FragColor.rgb = AgXToneMapping( gl_FragColor.rgb );
				#elif defined( NEUTRAL_TONE_MAPPING )
					gl_FragColor.rgb = NeutralToneMapping( gl_FragColor.rgb );
				#elif defined( CUSTOM_TONE_MAPPING )
					gl_FragColor.rgb = CustomToneMapping( gl_FragColor.rgb );
				#endif

				#ifdef SRGB_TRANSFER
					gl_FragColor = sRGBTransferOETF( gl_FragColor );
				#endif
			}`,depthTest:!1,depthWrite:!1}),d=new Vn(h,u),f=new Rr(-1,1,1,-1,0,1),p=null,y=null,m=!1,g,S=null,A=[],v=!1;this.setSize=function(P,E){o.setSize(P,E),a!==null&&a.setSize(P,E),l!==null&&l.setSize(P,E);for(let _=0;_<A.length;_++){let T=A[_];T.setSize&&T.setSize(P,E)}},this.setEffects=function(P){A=P,v=A.length>0&&A[0].isRenderPass===!0;let E=o.width,_=o.height;A.length>0&&a===null&&(a=new _i(E,_,{type:Hi,depthBuffer:!1,stencilBuffer:!1}),l=new _i(E,_,{type:Hi,depthBuffer:!1,stencilBuffer:!1}));let T=s===!0&&A.some(B=>B.needsDepthTexture===!0);T!==(o.depthTexture!==null)&&(T===!0&&c===null&&(c=new Ts(E,_),r===!0&&(c.format=Rs,c.type=Lr)),o.dispose(),o.depthTexture=T?c:null,o.resolveDepthBuffer=T,o.storeMultisampledDepthBuffer=T);for(let B=0;B<A.length;B++){let U=A[B];U.setSize&&U.setSize(E,_),T&&U.needsDepthTexture===!0&&U.setDepthTexture&&U.setDepthTexture(c)}},this.begin=function(P,E){if(m||P.toneMapping===ss&&A.length===0)return!1;if(S=E,E!==null){let _=E.width,T=E.height;(o.width!==_||o.height!==T)&&this.setSize(_,T)}return v===!1&&P.setRenderTarget(o),g=P.toneMapping,P.toneMapping=ss,!0},this.hasRenderPass=function(){return v},this.end=function(P,E){P.toneMapping=g,m=!0;let _=o,T=a;for(let B=0;B<A.length;B++){let U=A[B];U.enabled!==!1&&(U.render(P,T,_,E),U.needsSwap!==!1&&(_=T,T=T===a?l:a))}if(p!==P.outputColorSpace||y!==P.toneMapping){p=P.outputColorSpace,y=P.toneMapping,u.defines={},Ae.getTransfer(p)===Ue&&(u.defines.SRGB_TRANSFER="");let B=OE[y];B&&(u.defines[B]=""),u.needsUpdate=!0}u.uniforms.tDiffuse.value=_.texture,P.setRenderTarget(S),P.render(d,f),S=null,m=!1},this.isCompositing=function(){return m},this.dispose=function(){o.dispose(),a!==null&&a.dispose(),l!==null&&l.dispose(),h.dispose(),u.dispose()}}var G_=new ii,W_=new Ts(1,1),X_=new Va(1),q_=new Na,Y_=new Xc,$_=new ka,M_=[],b_=[],w_=new Float32Array(16),E_=new Float32Array(9),T_=new Float32Array(4);function qo(i,t,e){let n=i[0];if(n<=0||n>0)return i;let s=t*e,r=M_[s];if(r===void 0&&(r=new Float32Array(s),M_[s]=r),t!==0){n.toArray(r,0);for(let o=1,a=0;o!==t;++o)a+=e,i[o].toArray(r,a)}return r}function bn(i,t){if(i.length!==t.length)return!1;for(let e=0,n=i.length;e<n;e++)if(i[e]!==t[e])return!1;return!0}function wn(i,t){for(let e=0,n=t.length;e<n;e++)i[e]=t[e]}function uu(i,t){let e=b_[t];e===void 0&&(e=new Int32Array(t),b_[t]=e);for(let n=0;n!==t;++n)e[n]=i.allocateTextureUnit();return e}function zE(i,t){let e=this.cache;e[0]!==t&&(i.uniform1f(this.addr,t),e[0]=t)}function kE(i,t){let e=this.cache;if(t.x!==void 0)(e[0]!==t.x||e[1]!==t.y)&&(i.uniform2f(this.addr,t.x,t.y),e[0]=t.x,e[1]=t.y);else{if(bn(e,t))return;i.uniform2fv(this.addr,t),wn(e,t)}}function VE(i,t){let e=this.cache;if(t.x!==void 0)(e[0]!==t.x||e[1]!==t.y||e[2]!==t.z)&&(i.uniform3f(this.addr,t.x,t.y,t.z),e[0]=t.x,e[1]=t.y,e[2]=t.z);else if(t.r!==void 0)(e[0]!==t.r||e[1]!==t.g||e[2]!==t.b)&&(i.uniform3f(this.addr,t.r,t.g,t.b),e[0]=t.r,e[1]=t.g,e[2]=t.b);else{if(bn(e,t))return;i.uniform3fv(this.addr,t),wn(e,t)}}function HE(i,t){let e=this.cache;if(t.x!==void 0)(e[0]!==t.x||e[1]!==t.y||e[2]!==t.z||e[3]!==t.w)&&(i.uniform4f(this.addr,t.x,t.y,t.z,t.w),e[0]=t.x,e[1]=t.y,e[2]=t.z,e[3]=t.w);else{if(bn(e,t))return;i.uniform4fv(this.addr,t),wn(e,t)}}function GE(i,t){let e=this.cache,n=t.elements;if(n===void 0){if(bn(e,t))return;i.uniformMatrix2fv(this.addr,!1,t),wn(e,t)}else{if(bn(e,n))return;T_.set(n),i.uniformMatrix2fv(this.addr,!1,T_),wn(e,n)}}function WE(i,t){let e=this.cache,n=t.elements;if(n===void 0){if(bn(e,t))return;i.uniformMatrix3fv(this.addr,!1,t),wn(e,t)}else{if(bn(e,n))return;E_.set(n),i.uniformMatrix3fv(this.addr,!1,E_),wn(e,n)}}function XE(i,t){let e=this.cache,n=t.elements;if(n===void 0){if(bn(e,t))return;i.uniformMatrix4fv(this.addr,!1,t),wn(e,t)}else{if(bn(e,n))return;w_.set(n),i.uniformMatrix4fv(this.addr,!1,w_),wn(e,n)}}function qE(i,t){let e=this.cache;e[0]!==t&&(i.uniform1i(this.addr,t),e[0]=t)}function YE(i,t){let e=this.cache;if(t.x!==void 0)(e[0]!==t.x||e[1]!==t.y)&&(i.uniform2i(this.addr,t.x,t.y),e[0]=t.x,e[1]=t.y);else{if(bn(e,t))return;i.uniform2iv(this.addr,t),wn(e,t)}}function $E(i,t){let e=this.cache;if(t.x!==void 0)(e[0]!==t.x||e[1]!==t.y||e[2]!==t.z)&&(i.uniform3i(this.addr,t.x,t.y,t.z),e[0]=t.x,e[1]=t.y,e[2]=t.z);else{if(bn(e,t))return;i.uniform3iv(this.addr,t),wn(e,t)}}function ZE(i,t){let e=this.cache;if(t.x!==void 0)(e[0]!==t.x||e[1]!==t.y||e[2]!==t.z||e[3]!==t.w)&&(i.uniform4i(this.addr,t.x,t.y,t.z,t.w),e[0]=t.x,e[1]=t.y,e[2]=t.z,e[3]=t.w);else{if(bn(e,t))return;i.uniform4iv(this.addr,t),wn(e,t)}}function JE(i,t){let e=this.cache;e[0]!==t&&(i.uniform1ui(this.addr,t),e[0]=t)}function KE(i,t){let e=this.cache;if(t.x!==void 0)(e[0]!==t.x||e[1]!==t.y)&&(i.uniform2ui(this.addr,t.x,t.y),e[0]=t.x,e[1]=t.y);else{if(bn(e,t))return;i.uniform2uiv(this.addr,t),wn(e,t)}}function jE(i,t){let e=this.cache;if(t.x!==void 0)(e[0]!==t.x||e[1]!==t.y||e[2]!==t.z)&&(i.uniform3ui(this.addr,t.x,t.y,t.z),e[0]=t.x,e[1]=t.y,e[2]=t.z);else{if(bn(e,t))return;i.uniform3uiv(this.addr,t),wn(e,t)}}function QE(i,t){let e=this.cache;if(t.x!==void 0)(e[0]!==t.x||e[1]!==t.y||e[2]!==t.z||e[3]!==t.w)&&(i.uniform4ui(this.addr,t.x,t.y,t.z,t.w),e[0]=t.x,e[1]=t.y,e[2]=t.z,e[3]=t.w);else{if(bn(e,t))return;i.uniform4uiv(this.addr,t),wn(e,t)}}function du(i){return i.version===0&&(i.compareFunction=Wf,i.needsUpdate=!0),i}function t1(i,t,e){let n=this.cache,s=e.allocateTextureUnit();n[0]!==s&&(i.uniform1i(this.addr,s),n[0]=s);let r;this.type===i.SAMPLER_2D_SHADOW?r=du(W_):r=G_,e.setTexture2D(t||r,s)}function e1(i,t,e){let n=this.cache,s=e.allocateTextureUnit();n[0]!==s&&(i.uniform1i(this.addr,s),n[0]=s),e.setTexture3D(t||Y_,s)}function n1(i,t,e){let n=this.cache,s=e.allocateTextureUnit();n[0]!==s&&(i.uniform1i(this.addr,s),n[0]=s);let r;this.type===i.SAMPLER_CUBE_SHADOW?r=du(X_):r=$_,e.setTextureCube(t||r,s)}function i1(i,t,e){let n=this.cache,s=e.allocateTextureUnit();n[0]!==s&&(i.uniform1i(this.addr,s),n[0]=s),e.setTexture2DArray(t||q_,s)}function s1(i){switch(i){case 5126:return zE;case 35664:return kE;case 35665:return VE;case 35666:return HE;case 35674:return GE;case 35675:return WE;case 35676:return XE;case 5124:case 35670:return qE;case 35667:case 35671:return YE;case 35668:case 35672:return $E;case 35669:case 35673:return ZE;case 5125:return JE;case 36294:return KE;case 36295:return jE;case 36296:return QE;case 35678:case 36198:case 36298:case 36306:case 35682:return t1;case 35679:case 36299:case 36307:return e1;case 35680:case 36300:case 36308:case 36293:return n1;case 36289:case 36303:case 36311:case 36292:return i1}}function r1(i,t){i.uniform1fv(this.addr,t)}function o1(i,t){let e=qo(t,this.size,2);i.uniform2fv(this.addr,e)}function a1(i,t){let e=qo(t,this.size,3);i.uniform3fv(this.addr,e)}function l1(i,t){let e=qo(t,this.size,4);i.uniform4fv(this.addr,e)}function c1(i,t){let e=qo(t,this.size,4);i.uniformMatrix2fv(this.addr,!1,e)}function h1(i,t){let e=qo(t,this.size,9);i.uniformMatrix3fv(this.addr,!1,e)}function u1(i,t){let e=qo(t,this.size,16);i.uniformMatrix4fv(this.addr,!1,e)}function d1(i,t){i.uniform1iv(this.addr,t)}function f1(i,t){i.uniform2iv(this.addr,t)}function p1(i,t){i.uniform3iv(this.addr,t)}function m1(i,t){i.uniform4iv(this.addr,t)}function g1(i,t){i.uniform1uiv(this.addr,t)}function _1(i,t){i.uniform2uiv(this.addr,t)}function x1(i,t){i.uniform3uiv(this.addr,t)}function y1(i,t){i.uniform4uiv(this.addr,t)}function v1(i,t,e){let n=this.cache,s=t.length,r=uu(e,s);bn(n,r)||(i.uniform1iv(this.addr,r),wn(n,r));let o;this.type===i.SAMPLER_2D_SHADOW?o=du(W_):o=G_;for(let a=0;a!==s;++a)e.setTexture2D(t[a]||o,r[a])}function S1(i,t,e){let n=this.cache,s=t.length,r=uu(e,s);bn(n,r)||(i.uniform1iv(this.addr,r),wn(n,r));for(let o=0;o!==s;++o)e.setTexture3D(t[o]||Y_,r[o])}function M1(i,t,e){let n=this.cache,s=t.length,r=uu(e,s);bn(n,r)||(i.uniform1iv(this.addr,r),wn(n,r));let o;this.type===i.SAMPLER_CUBE_SHADOW?o=du(X_):o=$_;for(let a=0;a!==s;++a)e.setTextureCube(t[a]||o,r[a])}function b1(i,t,e){let n=this.cache,s=t.length,r=uu(e,s);bn(n,r)||(i.uniform1iv(this.addr,r),wn(n,r));for(let o=0;o!==s;++o)e.setTexture2DArray(t[o]||q_,r[o])}function w1(i){switch(i){case 5126:return r1;case 35664:return o1;case 35665:return a1;case 35666:return l1;case 35674:return c1;case 35675:return h1;case 35676:return u1;case 5124:case 35670:return d1;case 35667:case 35671:return f1;case 35668:case 35672:return p1;case 35669:case 35673:return m1;case 5125:return g1;case 36294:return _1;case 36295:return x1;case 36296:return y1;case 35678:case 36198:case 36298:case 36306:case 35682:return v1;case 35679:case 36299:case 36307:return S1;case 35680:case 36300:case 36308:case 36293:return M1;case 36289:case 36303:case 36311:case 36292:return b1}}var sp=class{constructor(t,e,n){this.id=t,this.addr=n,this.cache=[],this.type=e.type,this.setValue=s1(e.type)}},rp=class{constructor(t,e,n){this.id=t,this.addr=n,this.cache=[],this.type=e.type,this.size=e.size,this.setValue=w1(e.type)}},op=class{constructor(t){this.id=t,this.seq=[],this.map={}}setValue(t,e,n){let s=this.seq;for(let r=0,o=s.length;r!==o;++r){let a=s[r];a.setValue(t,e[a.id],n)}}},np=/(\w+)(\])?(\[|\.)?/g;function A_(i,t){i.seq.push(t),i.map[t.id]=t}function E1(i,t,e){let n=i.name,s=n.length;for(np.lastIndex=0;;){let r=np.exec(n),o=np.lastIndex,a=r[1],l=r[2]==="]",c=r[3];if(l&&(a=a|0),c===void 0||c==="["&&o+2===s){A_(e,c===void 0?new sp(a,i,t):new rp(a,i,t));break}else{let u=e.map[a];u===void 0&&(u=new op(a),A_(e,u)),e=u}}}var Xo=class{constructor(t,e){this.seq=[],this.map={};let n=t.getProgramParameter(e,t.ACTIVE_UNIFORMS);for(let o=0;o<n;++o){let a=t.getActiveUniform(e,o),l=t.getUniformLocation(e,a.name);E1(a,l,this)}let s=[],r=[];for(let o of this.seq)o.type===t.SAMPLER_2D_SHADOW||o.type===t.SAMPLER_CUBE_SHADOW||o.type===t.SAMPLER_2D_ARRAY_SHADOW?s.push(o):r.push(o);s.length>0&&(this.seq=s.concat(r))}setValue(t,e,n,s){let r=this.map[e];r!==void 0&&r.setValue(t,n,s)}setOptional(t,e,n){let s=e[n];s!==void 0&&this.setValue(t,n,s)}static upload(t,e,n,s){for(let r=0,o=e.length;r!==o;++r){let a=e[r],l=n[a.id];l.needsUpdate!==!1&&a.setValue(t,l.value,s)}}static seqWithValue(t,e){let n=[];for(let s=0,r=t.length;s!==r;++s){let o=t[s];o.id in e&&n.push(o)}return n}};function R_(i,t,e){let n=i.createShader(t);return i.shaderSource(n,e),i.compileShader(n),n}var T1=37297,A1=0;function R1(i,t){let e=i.split(`
`),n=[],s=Math.max(t-6,0),r=Math.min(t+6,e.length);for(let o=s;o<r;o++){let a=o+1;n.push(`${a===t?">":" "} ${a}: ${e[o]}`)}return n.join(`
`)}var C_=new me;function C1(i){Ae._getMatrix(C_,Ae.workingColorSpace,i);let t=`mat3( ${C_.elements.map(e=>e.toFixed(4))} )`;switch(Ae.getTransfer(i)){case Ia:return[t,"LinearTransferOETF"];case Ue:return[t,"sRGBTransferOETF"];default:return te("WebGLProgram: Unsupported color space: ",i),[t,"LinearTransferOETF"]}}function P_(i,t,e){let n=i.getShaderParameter(t,i.COMPILE_STATUS),r=(i.getShaderInfoLog(t)||"").trim();if(n&&r==="")return"";let o=/ERROR: 0:(\d+)/.exec(r);if(o){let a=parseInt(o[1]);return e.toUpperCase()+`

`+r+`

`+R1(i.getShaderSource(t),a)}else return r}function P1(i,t){let e=C1(t);return[`vec4 ${i}( vec4 value ) {`,`	return ${e[1]}( vec4( ${e[0]} * value.rgb, value.a ) );`,"}"].join(`
`)}var I1={[Rf]:"Linear",[Cf]:"Reinhard",[Pf]:"Cineon",[If]:"ACESFilmic",[Df]:"AgX",[Nf]:"Neutral",[Lf]:"Custom"};function L1(i,t){let e=I1[t];return e===void 0?(te("WebGLProgram: Unsupported toneMapping:",t),"vec3 "+i+"( vec3 color ) { return LinearToneMapping( color ); }"):"vec3 "+i+"( vec3 color ) { return "+e+"ToneMapping( color ); }"}var lu=new C;function D1(){Ae.getLuminanceCoefficients(lu);let i=lu.x.toFixed(4),t=lu.y.toFixed(4),e=lu.z.toFixed(4);return["float luminance( const in vec3 rgb ) {",`	const vec3 weights = vec3( ${i}, ${t}, ${e} );`,"	return dot( weights, rgb );","}"].join(`
`)}function N1(i){return[i.extensionClipCullDistance?"#extension GL_ANGLE_clip_cull_distance : require":"",i.extensionMultiDraw?"#extension GL_ANGLE_multi_draw : require":""].filter(vl).join(`
`)}function U1(i){let t=[];for(let e in i){let n=i[e];n!==!1&&t.push("#define "+e+" "+n)}return t.join(`
`)}function F1(i,t){let e={},n=i.getProgramParameter(t,i.ACTIVE_ATTRIBUTES);for(let s=0;s<n;s++){let r=i.getActiveAttrib(t,s),o=r.name,a=1;r.type===i.FLOAT_MAT2&&(a=2),r.type===i.FLOAT_MAT3&&(a=3),r.type===i.FLOAT_MAT4&&(a=4),e[o]={type:r.type,location:i.getAttribLocation(t,o),locationSize:a}}return e}function vl(i){return i!==""}function I_(i,t){let e=t.numSpotLightShadows+t.numSpotLightMaps-t.numSpotLightShadowsWithMaps;return i.replace(/NUM_SUN_LIGHTS/g,t.numSunLights).replace(/NUM_DIR_LIGHTS/g,t.numDirLights).replace(/NUM_SPOT_LIGHTS/g,t.numSpotLights).replace(/NUM_SPOT_LIGHT_MAPS/g,t.numSpotLightMaps).replace(/NUM_SPOT_LIGHT_COORDS/g,e).replace(/NUM_RECT_AREA_LIGHTS/g,t.numRectAreaLights).replace(/NUM_POINT_LIGHTS/g,t.numPointLights).replace(/NUM_HEMI_LIGHTS/g,t.numHemiLights).replace(/NUM_SUN_LIGHT_SHADOWS/g,t.numSunLightShadows).replace(/NUM_DIR_LIGHT_SHADOWS/g,t.numDirLightShadows).replace(/NUM_SPOT_LIGHT_SHADOWS_WITH_MAPS/g,t.numSpotLightShadowsWithMaps).replace(/NUM_SPOT_LIGHT_SHADOWS/g,t.numSpotLightShadows).replace(/NUM_POINT_LIGHT_SHADOWS/g,t.numPointLightShadows).replace(/NUM_LIGHT_PROBE_GRIDS/g,t.numLightProbeGrids)}function L_(i,t){return i.replace(/NUM_CLIPPING_PLANES/g,t.numClippingPlanes).replace(/UNION_CLIPPING_PLANES/g,t.numClippingPlanes-t.numClipIntersection)}var O1=/^[ \t]*#include +<([\w\d./]+)>/gm;function ap(i){return i.replace(O1,B1)}function B1(i,t){let e=Se[t];if(e===void 0)throw new Error("THREE.WebGLProgram: Can not resolve #include <"+t+">");return ap(e)}var z1=/#pragma unroll_loop_start\s+for\s*\(\s*int\s+i\s*=\s*(\d+)\s*;\s*i\s*<\s*(\d+)\s*;\s*i\s*\+\+\s*\)\s*{([\s\S]+?)}\s+#pragma unroll_loop_end/g;function D_(i){return i.replace(z1,k1)}function k1(i,t,e,n){let s="";for(let r=parseInt(t);r<parseInt(e);r++)s+=n.replace(/\[\s*i\s*\]/g,"[ "+r+" ]").replace(/UNROLLED_LOOP_INDEX/g,r);return s}function N_(i){let t=`precision ${i.precision} float;
	precision ${i.precision} int;
	precision ${i.precision} sampler2D;
	precision ${i.precision} samplerCube;
	precision ${i.precision} sampler3D;
	precision ${i.precision} sampler2DArray;
	precision ${i.precision} sampler2DShadow;
	precision ${i.precision} samplerCubeShadow;
	precision ${i.precision} sampler2DArrayShadow;
	precision ${i.precision} isampler2D;
	precision ${i.precision} isampler3D;
	precision ${i.precision} isamplerCube;
	precision ${i.precision} isampler2DArray;
	precision ${i.precision} usampler2D;
	precision ${i.precision} usampler3D;
	precision ${i.precision} usamplerCube;
	precision ${i.precision} usampler2DArray;
	`;return i.precision==="highp"?t+=`
#define HIGH_PRECISION`:i.precision==="mediump"?t+=`
#define MEDIUM_PRECISION`:i.precision==="lowp"&&(t+=`
#define LOW_PRECISION`),t}var V1={[cl]:"SHADOWMAP_TYPE_PCF",[ko]:"SHADOWMAP_TYPE_VSM"};function H1(i){return V1[i.shadowMapType]||"SHADOWMAP_TYPE_BASIC"}var G1={[Ho]:"ENVMAP_MODE_REFRACTION"};function W1(i){return i.envMap===!1?"ENVMAP_MODE_REFLECTION":G1[i.envMapMode]||"ENVMAP_MODE_REFLECTION"}var X1={[xh]:"ENVMAP_BLENDING_MULTIPLY",[J0]:"ENVMAP_BLENDING_MIX",[K0]:"ENVMAP_BLENDING_ADD"};function q1(i){return i.envMap===!1?"ENVMAP_BLENDING_NONE":X1[i.combine]||"ENVMAP_BLENDING_NONE"}function Y1(i,t,e,n){let s=i.getContext(),r=e.defines,o=e.vertexShader,a=e.fragmentShader,l=H1(e),c=e.envMapPMREM===!0?"ENVMAP_TYPE_PMREM":"ENVMAP_TYPE_CUBE",h=W1(e),u=q1(e),d=N1(e),f=U1(r),p=s.createProgram(),y,m,g=e.glslVersion?"#version "+e.glslVersion+`
`:"";e.isRawShaderMaterial?(y=["#define SHADER_TYPE "+e.shaderType,"#define SHADER_NAME "+e.shaderName,f].filter(vl).join(`
`),y.length>0&&(y+=`
`),m=["#define SHADER_TYPE "+e.shaderType,"#define SHADER_NAME "+e.shaderName,f].filter(vl).join(`
`),m.length>0&&(m+=`
`)):(y=[N_(e),"#define SHADER_TYPE "+e.shaderType,"#define SHADER_NAME "+e.shaderName,f,e.extensionClipCullDistance?"#define USE_CLIP_DISTANCE":"",e.batching?"#define USE_BATCHING":"",e.batchingColor?"#define USE_BATCHING_COLOR":"",e.instancing?"#define USE_INSTANCING":"",e.instancingColor?"#define USE_INSTANCING_COLOR":"",e.instancingMorph?"#define USE_INSTANCING_MORPH":"",e.useFog&&e.fog?"#define USE_FOG":"",e.useFog&&e.fogExp2?"#define FOG_EXP2":"",e.map?"#define USE_MAP":"",e.envMap?"#define USE_ENVMAP":"",e.envMap?"#define "+h:"",e.lightMap?"#define USE_LIGHTMAP":"",e.aoMap?"#define USE_AOMAP":"",e.bumpMap?"#define USE_BUMPMAP":"",e.normalMap?"#define USE_NORMALMAP":"",e.normalMapObjectSpace?"#define USE_NORMALMAP_OBJECTSPACE":"",e.normalMapTangentSpace?"#define USE_NORMALMAP_TANGENTSPACE":"",e.displacementMap?"#define USE_DISPLACEMENTMAP":"",e.emissiveMap?"#define USE_EMISSIVEMAP":"",e.anisotropy?"#define USE_ANISOTROPY":"",e.anisotropyMap?"#define USE_ANISOTROPYMAP":"",e.clearcoatMap?"#define USE_CLEARCOATMAP":"",e.clearcoatRoughnessMap?"#define USE_CLEARCOAT_ROUGHNESSMAP":"",e.clearcoatNormalMap?"#define USE_CLEARCOAT_NORMALMAP":"",e.diffuseRoughnessMap?"#define USE_DIFFUSE_ROUGHNESSMAP":"",e.iridescenceMap?"#define USE_IRIDESCENCEMAP":"",e.iridescenceThicknessMap?"#define USE_IRIDESCENCE_THICKNESSMAP":"",e.specularMap?"#define USE_SPECULARMAP":"",e.specularColorMap?"#define USE_SPECULAR_COLORMAP":"",e.specularIntensityMap?"#define USE_SPECULAR_INTENSITYMAP":"",e.roughnessMap?"#define USE_ROUGHNESSMAP":"",e.metalnessMap?"#define USE_METALNESSMAP":"",e.alphaMap?"#define USE_ALPHAMAP":"",e.alphaHash?"#define USE_ALPHAHASH":"",e.transmission?"#define USE_TRANSMISSION":"",e.transmissionMap?"#define USE_TRANSMISSIONMAP":"",e.thicknessMap?"#define USE_THICKNESSMAP":"",e.sheenColorMap?"#define USE_SHEEN_COLORMAP":"",e.sheenRoughnessMap?"#define USE_SHEEN_ROUGHNESSMAP":"",e.mapUv?"#define MAP_UV "+e.mapUv:"",e.alphaMapUv?"#define ALPHAMAP_UV "+e.alphaMapUv:"",e.lightMapUv?"#define LIGHTMAP_UV "+e.lightMapUv:"",e.aoMapUv?"#define AOMAP_UV "+e.aoMapUv:"",e.emissiveMapUv?"#define EMISSIVEMAP_UV "+e.emissiveMapUv:"",e.bumpMapUv?"#define BUMPMAP_UV "+e.bumpMapUv:"",e.normalMapUv?"#define NORMALMAP_UV "+e.normalMapUv:"",e.displacementMapUv?"#define DISPLACEMENTMAP_UV "+e.displacementMapUv:"",e.metalnessMapUv?"#define METALNESSMAP_UV "+e.metalnessMapUv:"",e.roughnessMapUv?"#define ROUGHNESSMAP_UV "+e.roughnessMapUv:"",e.anisotropyMapUv?"#define ANISOTROPYMAP_UV "+e.anisotropyMapUv:"",e.clearcoatMapUv?"#define CLEARCOATMAP_UV "+e.clearcoatMapUv:"",e.clearcoatNormalMapUv?"#define CLEARCOAT_NORMALMAP_UV "+e.clearcoatNormalMapUv:"",e.clearcoatRoughnessMapUv?"#define CLEARCOAT_ROUGHNESSMAP_UV "+e.clearcoatRoughnessMapUv:"",e.diffuseRoughnessMapUv?"#define DIFFUSE_ROUGHNESSMAP_UV "+e.diffuseRoughnessMapUv:"",e.iridescenceMapUv?"#define IRIDESCENCEMAP_UV "+e.iridescenceMapUv:"",e.iridescenceThicknessMapUv?"#define IRIDESCENCE_THICKNESSMAP_UV "+e.iridescenceThicknessMapUv:"",e.sheenColorMapUv?"#define SHEEN_COLORMAP_UV "+e.sheenColorMapUv:"",e.sheenRoughnessMapUv?"#define SHEEN_ROUGHNESSMAP_UV "+e.sheenRoughnessMapUv:"",e.specularMapUv?"#define SPECULARMAP_UV "+e.specularMapUv:"",e.specularColorMapUv?"#define SPECULAR_COLORMAP_UV "+e.specularColorMapUv:"",e.specularIntensityMapUv?"#define SPECULAR_INTENSITYMAP_UV "+e.specularIntensityMapUv:"",e.transmissionMapUv?"#define TRANSMISSIONMAP_UV "+e.transmissionMapUv:"",e.thicknessMapUv?"#define THICKNESSMAP_UV "+e.thicknessMapUv:"",e.vertexTangents&&e.flatShading===!1?"#define USE_TANGENT":"",e.vertexNormals?"#define HAS_NORMAL":"",e.vertexColors?"#define USE_COLOR":"",e.vertexAlphas?"#define USE_COLOR_ALPHA":"",e.vertexUv1s?"#define USE_UV1":"",e.vertexUv2s?"#define USE_UV2":"",e.vertexUv3s?"#define USE_UV3":"",e.pointsUvs?"#define USE_POINTS_UV":"",e.flatShading?"#define FLAT_SHADED":"",e.skinning?"#define USE_SKINNING":"",e.morphTargets?"#define USE_MORPHTARGETS":"",e.morphNormals&&e.flatShading===!1?"#define USE_MORPHNORMALS":"",e.morphColors?"#define USE_MORPHCOLORS":"",e.morphTargetsCount>0?"#define MORPHTARGETS_TEXTURE_STRIDE "+e.morphTextureStride:"",e.morphTargetsCount>0?"#define MORPHTARGETS_COUNT "+e.morphTargetsCount:"",e.doubleSided?"#define DOUBLE_SIDED":"",e.flipSided?"#define FLIP_SIDED":"",e.shadowMapEnabled?"#define USE_SHADOWMAP":"",e.shadowMapEnabled?"#define "+l:"",e.sizeAttenuation?"#define USE_SIZEATTENUATION":"",e.numLightProbes>0?"#define USE_LIGHT_PROBES":"",e.logarithmicDepthBuffer?"#define USE_LOGARITHMIC_DEPTH_BUFFER":"",e.reversedDepthBuffer?"#define USE_REVERSED_DEPTH_BUFFER":"","uniform mat4 modelMatrix;","uniform mat4 modelViewMatrix;","uniform mat4 projectionMatrix;","uniform mat4 viewMatrix;","uniform mat3 normalMatrix;","uniform vec3 cameraPosition;","uniform bool isOrthographic;","#ifdef USE_INSTANCING","	attribute mat4 instanceMatrix;","#endif","#ifdef USE_INSTANCING_COLOR","	attribute vec3 instanceColor;","#endif","#ifdef USE_INSTANCING_MORPH","	uniform sampler2D morphTexture;","#endif","attribute vec3 position;","attribute vec3 normal;","attribute vec2 uv;","#ifdef USE_UV1","	attribute vec2 uv1;","#endif","#ifdef USE_UV2","	attribute vec2 uv2;","#endif","#ifdef USE_UV3","	attribute vec2 uv3;","#endif","#ifdef USE_TANGENT","	attribute vec4 tangent;","#endif","#if defined( USE_COLOR_ALPHA )","	attribute vec4 color;","#elif defined( USE_COLOR )","	attribute vec3 color;","#endif","#ifdef USE_SKINNING","	attribute vec4 skinIndex;","	attribute vec4 skinWeight;","#endif",`
`].filter(vl).join(`
`),m=[N_(e),"#define SHADER_TYPE "+e.shaderType,"#define SHADER_NAME "+e.shaderName,f,e.useFog&&e.fog?"#define USE_FOG":"",e.useFog&&e.fogExp2?"#define FOG_EXP2":"",e.alphaToCoverage?"#define ALPHA_TO_COVERAGE":"",e.map?"#define USE_MAP":"",e.matcap?"#define USE_MATCAP":"",e.envMap?"#define USE_ENVMAP":"",e.envMap?"#define "+c:"",e.envMap?"#define "+h:"",e.envMap?"#define "+u:"",e.envMapPMREM?"#define ENVMAP_MAX_LOD "+e.envMapMaxLod+".0":"",e.envMapPMREM?"#define ENVMAP_SIZE "+e.envMapSize+".0":"",e.lightMap?"#define USE_LIGHTMAP":"",e.aoMap?"#define USE_AOMAP":"",e.bumpMap?"#define USE_BUMPMAP":"",e.normalMap?"#define USE_NORMALMAP":"",e.normalMapObjectSpace?"#define USE_NORMALMAP_OBJECTSPACE":"",e.normalMapTangentSpace?"#define USE_NORMALMAP_TANGENTSPACE":"",e.packedNormalMap?"#define USE_PACKED_NORMALMAP":"",e.emissiveMap?"#define USE_EMISSIVEMAP":"",e.anisotropy?"#define USE_ANISOTROPY":"",e.anisotropyMap?"#define USE_ANISOTROPYMAP":"",e.clearcoat?"#define USE_CLEARCOAT":"",e.clearcoatMap?"#define USE_CLEARCOATMAP":"",e.clearcoatRoughnessMap?"#define USE_CLEARCOAT_ROUGHNESSMAP":"",e.clearcoatNormalMap?"#define USE_CLEARCOAT_NORMALMAP":"",e.diffuseRoughness?"#define USE_DIFFUSE_ROUGHNESS":"",e.diffuseRoughnessMap?"#define USE_DIFFUSE_ROUGHNESSMAP":"",e.dispersion?"#define USE_DISPERSION":"",e.retroreflection?"#define USE_RETROREFLECTION":"",e.iridescence?"#define USE_IRIDESCENCE":"",e.iridescenceMap?"#define USE_IRIDESCENCEMAP":"",e.iridescenceThicknessMap?"#define USE_IRIDESCENCE_THICKNESSMAP":"",e.specularMap?"#define USE_SPECULARMAP":"",e.specularColorMap?"#define USE_SPECULAR_COLORMAP":"",e.specularIntensityMap?"#define USE_SPECULAR_INTENSITYMAP":"",e.roughnessMap?"#define USE_ROUGHNESSMAP":"",e.metalnessMap?"#define USE_METALNESSMAP":"",e.alphaMap?"#define USE_ALPHAMAP":"",e.alphaTest?"#define USE_ALPHATEST":"",e.alphaHash?"#define USE_ALPHAHASH":"",e.sheen?"#define USE_SHEEN":"",e.sheenColorMap?"#define USE_SHEEN_COLORMAP":"",e.sheenRoughnessMap?"#define USE_SHEEN_ROUGHNESSMAP":"",e.transmission?"#define USE_TRANSMISSION":"",e.transmissionMap?"#define USE_TRANSMISSIONMAP":"",e.thicknessMap?"#define USE_THICKNESSMAP":"",e.vertexTangents&&e.flatShading===!1?"#define USE_TANGENT":"",e.vertexColors||e.instancingColor?"#define USE_COLOR":"",e.vertexAlphas||e.batchingColor?"#define USE_COLOR_ALPHA":"",e.vertexUv1s?"#define USE_UV1":"",e.vertexUv2s?"#define USE_UV2":"",e.vertexUv3s?"#define USE_UV3":"",e.pointsUvs?"#define USE_POINTS_UV":"",e.gradientMap?"#define USE_GRADIENTMAP":"",e.flatShading?"#define FLAT_SHADED":"",e.doubleSided?"#define DOUBLE_SIDED":"",e.flipSided?"#define FLIP_SIDED":"",e.shadowMapEnabled?"#define USE_SHADOWMAP":"",e.shadowMapEnabled?"#define "+l:"",e.premultipliedAlpha?"#define PREMULTIPLIED_ALPHA":"",e.numLightProbes>0?"#define USE_LIGHT_PROBES":"",e.decodeVideoTexture?"#define DECODE_VIDEO_TEXTURE":"",e.decodeVideoTextureEmissive?"#define DECODE_VIDEO_TEXTURE_EMISSIVE":"",e.logarithmicDepthBuffer?"#define USE_LOGARITHMIC_DEPTH_BUFFER":"",e.reversedDepthBuffer?"#define USE_REVERSED_DEPTH_BUFFER":"","uniform mat4 viewMatrix;","uniform vec3 cameraPosition;","uniform bool isOrthographic;",e.toneMapping!==ss?"#define TONE_MAPPING":"",e.toneMapping!==ss?Se.tonemapping_pars_fragment:"",e.toneMapping!==ss?L1("toneMapping",e.toneMapping):"",e.dithering?"#define DITHERING":"",e.opaque?"#define OPAQUE":"",Se.colorspace_pars_fragment,P1("linearToOutputTexel",e.outputColorSpace),D1(),e.useDepthPacking?"#define DEPTH_PACKING "+e.depthPacking:"",`
`].filter(vl).join(`
`)),o=ap(o),o=I_(o,e),o=L_(o,e),a=ap(a),a=I_(a,e),a=L_(a,e),o=D_(o),a=D_(a),e.isRawShaderMaterial!==!0&&(g=`#version 300 es
`,y=[d,"#define attribute in","#define varying out","#define texture2D texture"].join(`
`)+`
`+y,m=["#define varying in",e.glslVersion===qf?"":"layout(location = 0) out highp vec4 pc_fragColor;",e.glslVersion===qf?"":"#define gl_FragColor pc_fragColor","#define gl_FragDepthEXT gl_FragDepth","#define texture2D texture","#define textureCube texture","#define texture2DProj textureProj","#define texture2DLodEXT textureLod","#define texture2DProjLodEXT textureProjLod","#define textureCubeLodEXT textureLod","#define texture2DGradEXT textureGrad","#define texture2DProjGradEXT textureProjGrad","#define textureCubeGradEXT textureGrad"].join(`
`)+`
`+m);let S=g+y+o,A=g+m+a,v=R_(s,s.VERTEX_SHADER,S),P=R_(s,s.FRAGMENT_SHADER,A);s.attachShader(p,v),s.attachShader(p,P),e.index0AttributeName!==void 0?s.bindAttribLocation(p,0,e.index0AttributeName):e.hasPositionAttribute===!0&&s.bindAttribLocation(p,0,"position"),s.linkProgram(p);function E(U){if(i.debug.checkShaderErrors){let L=s.getProgramInfoLog(p)||"",H=s.getShaderInfoLog(v)||"",W=s.getShaderInfoLog(P)||"",D=L.trim(),V=H.trim(),q=W.trim(),k=!0,lt=!0;if(s.getProgramParameter(p,s.LINK_STATUS)===!1)if(k=!1,typeof i.debug.onShaderError=="function")i.debug.onShaderError(s,p,v,P);else{let Z=P_(s,v,"vertex"),j=P_(s,P,"fragment");oe("WebGLProgram: Shader Error "+s.getError()+" - VALIDATE_STATUS "+s.getProgramParameter(p,s.VALIDATE_STATUS)+`

Material Name: `+U.name+`
Material Type: `+U.type+`

Program Info Log: `+D+`
`+Z+`
`+j)}else D!==""?te("WebGLProgram: Program Info Log:",D):(V===""||q==="")&&(lt=!1);lt&&(U.diagnostics={runnable:k,programLog:D,vertexShader:{log:V,prefix:y},fragmentShader:{log:q,prefix:m}})}s.deleteShader(v),s.deleteShader(P),_=new Xo(s,p),T=F1(s,p)}let _;this.getUniforms=function(){return _===void 0&&E(this),_};let T;this.getAttributes=function(){return T===void 0&&E(this),T};let B=e.rendererExtensionParallelShaderCompile===!1;return this.isReady=function(){return B===!1&&(B=s.getProgramParameter(p,T1)),B},this.destroy=function(){n.releaseStatesOfProgram(this),s.deleteProgram(p),this.program=void 0},this.type=e.shaderType,this.name=e.shaderName,this.id=A1++,this.cacheKey=t,this.usedTimes=1,this.program=p,this.vertexShader=v,this.fragmentShader=P,this}var $1=0,lp=class{constructor(){this.shaderCache=new Map,this.materialCache=new Map}update(t,e,n){let s=this._getShaderCacheForMaterial(t);return s.has(e)===!1&&(s.add(e),e.usedTimes++),s.has(n)===!1&&(s.add(n),n.usedTimes++),this}remove(t){let e=this.materialCache.get(t);for(let n of e)n.usedTimes--,n.usedTimes===0&&this.shaderCache.delete(n.code);return this.materialCache.delete(t),this}getVertexShaderStage(t){return this._getShaderStage(t.vertexShader)}getFragmentShaderStage(t){return this._getShaderStage(t.fragmentShader)}dispose(){this.shaderCache.clear(),this.materialCache.clear()}_getShaderCacheForMaterial(t){let e=this.materialCache,n=e.get(t);return n===void 0&&(n=new Set,e.set(t,n)),n}_getShaderStage(t){let e=this.shaderCache,n=e.get(t);return n===void 0&&(n=new cp(t),e.set(t,n)),n}},cp=class{constructor(t){this.id=$1++,this.code=t,this.usedTimes=0}};function Z1(i){return i===nr||i===ml||i===gl}function J1(i,t,e,n,s,r){let o=new Po,a=new lp,l=new Set,c=[],h=new Map,u=n.logarithmicDepthBuffer,d={MeshDepthMaterial:"depth",MeshDistanceMaterial:"distance",MeshNormalMaterial:"normal",MeshBasicMaterial:"basic",MeshLambertMaterial:"lambert",MeshPhongMaterial:"phong",MeshToonMaterial:"toon",MeshStandardMaterial:"physical",MeshPhysicalMaterial:"physical",MeshMatcapMaterial:"matcap",LineBasicMaterial:"basic",LineDashedMaterial:"dashed",PointsMaterial:"points",ShadowMaterial:"shadow",SpriteMaterial:"sprite"};function f(_){return l.add(_),_===0?"uv":`uv${_}`}function p(_,T,B,U,L,H){let W=U.fog,D=L.geometry,V=_.isMeshStandardMaterial||_.isMeshLambertMaterial||_.isMeshPhongMaterial?U.environment:null,q=_.isMeshStandardMaterial||_.isMeshLambertMaterial&&!_.envMap||_.isMeshPhongMaterial&&!_.envMap,k=t.get(_.envMap||V,q),lt=d[_.type],Z=n.precision;_.precision!==null&&(Z=n.getMaxPrecision(_.precision),Z!==_.precision&&te("WebGLProgram.getParameters:",_.precision,"not supported, using",Z,"instead."));let j=D.morphAttributes.position||D.morphAttributes.normal||D.morphAttributes.color,tt=j!==void 0?j.length:0,dt=0;D.morphAttributes.position!==void 0&&(dt=1),D.morphAttributes.normal!==void 0&&(dt=2),D.morphAttributes.color!==void 0&&(dt=3);let ct,Q,gt,xt;if(lt){let Nt=ei[lt];ct=Nt.vertexShader,Q=Nt.fragmentShader}else{ct=_.vertexShader,Q=_.fragmentShader;let Nt=a.getVertexShaderStage(_),xe=a.getFragmentShaderStage(_);a.update(_,Nt,xe),gt=Nt.id,xt=xe.id}let It=i.getRenderTarget(),bt=i.state.buffers.depth.getReversed(),Ht=L.isInstancedMesh===!0,ie=L.isBatchedMesh===!0,Jt=!!_.map,se=!!_.matcap,ne=!!k,rt=ne&&k.isPMREMTexture===!0,yt=!!_.aoMap,_t=!!_.lightMap,Bt=!!_.bumpMap&&_.wireframe===!1,Lt=!!_.normalMap,ee=!!_.displacementMap,zt=!!_.emissiveMap,_e=!!_.metalnessMap,de=!!_.roughnessMap,ye=_.anisotropy>0,F=_.clearcoat>0,St=_.diffuseRoughness>0,Xt=_.dispersion>0,he=_.retroreflectivity>0,wt=_.iridescence>0,De=_.sheen>0,$t=_.transmission>0,Qt=ye&&!!_.anisotropyMap,R=F&&!!_.clearcoatMap,M=F&&!!_.clearcoatNormalMap,X=F&&!!_.clearcoatRoughnessMap,ut=St&&!!_.diffuseRoughnessMap,ot=wt&&!!_.iridescenceMap,Mt=wt&&!!_.iridescenceThicknessMap,Et=De&&!!_.sheenColorMap,et=De&&!!_.sheenRoughnessMap,it=!!_.specularMap,mt=!!_.specularColorMap,O=!!_.specularIntensityMap,st=$t&&!!_.transmissionMap,nt=$t&&!!_.thicknessMap,Rt=!!_.gradientMap,vt=!!_.alphaMap,At=_.alphaTest>0,Kt=!!_.alphaHash,le=!!_.extensions,ht=ss;_.toneMapped&&(It===null||It.isXRRenderTarget===!0)&&(ht=i.toneMapping);let qt=rt?k.isCompressedCubeTexture?k.image[0].mipmaps:k.mipmaps:null,ce={shaderID:lt,shaderType:_.type,shaderName:_.name,vertexShader:ct,fragmentShader:Q,defines:_.defines,customVertexShaderID:gt,customFragmentShaderID:xt,isRawShaderMaterial:_.isRawShaderMaterial===!0,glslVersion:_.glslVersion,precision:Z,batching:ie,batchingColor:ie&&L._colorsTexture!==null,instancing:Ht,instancingColor:Ht&&L.instanceColor!==null,instancingMorph:Ht&&L.morphTexture!==null,outputColorSpace:It===null?i.outputColorSpace:It.isXRRenderTarget===!0?It.texture.colorSpace:Ae.workingColorSpace,alphaToCoverage:!!_.alphaToCoverage,map:Jt,matcap:se,envMap:ne,envMapMode:ne&&k.mapping,envMapPMREM:rt,envMapMaxLod:rt?qt.length-1:null,envMapSize:rt?qt[0].width:null,aoMap:yt,lightMap:_t,bumpMap:Bt,normalMap:Lt,displacementMap:ee,emissiveMap:zt,normalMapObjectSpace:Lt&&_.normalMapType===t_,normalMapTangentSpace:Lt&&_.normalMapType===ru,packedNormalMap:Lt&&_.normalMapType===ru&&Z1(_.normalMap.format),metalnessMap:_e,roughnessMap:de,anisotropy:ye,anisotropyMap:Qt,clearcoat:F,clearcoatMap:R,clearcoatNormalMap:M,clearcoatRoughnessMap:X,diffuseRoughness:St,diffuseRoughnessMap:ut,dispersion:Xt,retroreflection:he,iridescence:wt,iridescenceMap:ot,iridescenceThicknessMap:Mt,sheen:De,sheenColorMap:Et,sheenRoughnessMap:et,specularMap:it,specularColorMap:mt,specularIntensityMap:O,transmission:$t,transmissionMap:st,thicknessMap:nt,gradientMap:Rt,opaque:_.transparent===!1&&_.blending===Vo&&_.alphaToCoverage===!1,alphaMap:vt,alphaTest:At,alphaHash:Kt,combine:_.combine,mapUv:Jt&&f(_.map.channel),aoMapUv:yt&&f(_.aoMap.channel),lightMapUv:_t&&f(_.lightMap.channel),bumpMapUv:Bt&&f(_.bumpMap.channel),normalMapUv:Lt&&f(_.normalMap.channel),displacementMapUv:ee&&f(_.displacementMap.channel),emissiveMapUv:zt&&f(_.emissiveMap.channel),metalnessMapUv:_e&&f(_.metalnessMap.channel),roughnessMapUv:de&&f(_.roughnessMap.channel),anisotropyMapUv:Qt&&f(_.anisotropyMap.channel),clearcoatMapUv:R&&f(_.clearcoatMap.channel),clearcoatNormalMapUv:M&&f(_.clearcoatNormalMap.channel),clearcoatRoughnessMapUv:X&&f(_.clearcoatRoughnessMap.channel),diffuseRoughnessMapUv:ut&&f(_.diffuseRoughnessMap.channel),iridescenceMapUv:ot&&f(_.iridescenceMap.channel),iridescenceThicknessMapUv:Mt&&f(_.iridescenceThicknessMap.channel),sheenColorMapUv:Et&&f(_.sheenColorMap.channel),sheenRoughnessMapUv:et&&f(_.sheenRoughnessMap.channel),specularMapUv:it&&f(_.specularMap.channel),specularColorMapUv:mt&&f(_.specularColorMap.channel),specularIntensityMapUv:O&&f(_.specularIntensityMap.channel),transmissionMapUv:st&&f(_.transmissionMap.channel),thicknessMapUv:nt&&f(_.thicknessMap.channel),alphaMapUv:vt&&f(_.alphaMap.channel),vertexTangents:!!D.attributes.tangent&&(Lt||ye),vertexNormals:!!D.attributes.normal,vertexColors:_.vertexColors,vertexAlphas:_.vertexColors===!0&&!!D.attributes.color&&D.attributes.color.itemSize===4,pointsUvs:L.isPoints===!0&&!!D.attributes.uv&&(Jt||vt),fog:!!W,useFog:_.fog===!0,fogExp2:!!W&&W.isFogExp2,flatShading:_.wireframe===!1&&(_.flatShading===!0||D.attributes.normal===void 0&&Lt===!1&&(_.isMeshLambertMaterial||_.isMeshPhongMaterial||_.isMeshStandardMaterial||_.isMeshPhysicalMaterial)),sizeAttenuation:_.sizeAttenuation===!0,logarithmicDepthBuffer:u,reversedDepthBuffer:bt,skinning:L.isSkinnedMesh===!0,hasPositionAttribute:D.attributes.position!==void 0,morphTargets:D.morphAttributes.position!==void 0,morphNormals:D.morphAttributes.normal!==void 0,morphColors:D.morphAttributes.color!==void 0,morphTargetsCount:tt,morphTextureStride:dt,numSunLights:T.sun.length,numDirLights:T.directional.length,numPointLights:T.point.length,numSpotLights:T.spot.length,numSpotLightMaps:T.spotLightMap.length,numRectAreaLights:T.rectArea.length,numHemiLights:T.hemi.length,numSunLightShadows:T.sunShadowMap.length,numDirLightShadows:T.directionalShadowMap.length,numPointLightShadows:T.pointShadowMap.length,numSpotLightShadows:T.spotShadowMap.length,numSpotLightShadowsWithMaps:T.numSpotLightShadowsWithMaps,numLightProbes:T.numLightProbes,numLightProbeGrids:H.filter(Nt=>Nt.texture!==null).length,numClippingPlanes:r.numPlanes,numClipIntersection:r.numIntersection,dithering:_.dithering,shadowMapEnabled:i.shadowMap.enabled&&B.length>0,shadowMapType:i.shadowMap.type,toneMapping:ht,decodeVideoTexture:Jt&&_.map.isVideoTexture===!0&&Ae.getTransfer(_.map.colorSpace)===Ue,decodeVideoTextureEmissive:zt&&_.emissiveMap.isVideoTexture===!0&&Ae.getTransfer(_.emissiveMap.colorSpace)===Ue,premultipliedAlpha:_.premultipliedAlpha,doubleSided:_.side===is,flipSided:_.side===ti,useDepthPacking:_.depthPacking>=0,depthPacking:_.depthPacking||0,index0AttributeName:_.index0AttributeName,extensionClipCullDistance:le&&_.extensions.clipCullDistance===!0&&e.has("WEBGL_clip_cull_distance"),extensionMultiDraw:(le&&_.extensions.multiDraw===!0||ie)&&e.has("WEBGL_multi_draw"),rendererExtensionParallelShaderCompile:e.has("KHR_parallel_shader_compile"),customProgramCacheKey:_.customProgramCacheKey()};return ce.vertexUv1s=l.has(1),ce.vertexUv2s=l.has(2),ce.vertexUv3s=l.has(3),l.clear(),ce}function y(_){let T=[];if(_.shaderID?T.push(_.shaderID):(T.push(_.customVertexShaderID),T.push(_.customFragmentShaderID)),_.defines!==void 0)for(let B in _.defines)T.push(B),T.push(_.defines[B]);return _.isRawShaderMaterial===!1&&(m(T,_),g(T,_),T.push(i.outputColorSpace)),T.push(_.customProgramCacheKey),T.join()}function m(_,T){_.push(T.precision),_.push(T.outputColorSpace),_.push(T.envMapMode),_.push(T.envMapPMREM),_.push(T.envMapMaxLod),_.push(T.envMapSize),_.push(T.mapUv),_.push(T.alphaMapUv),_.push(T.lightMapUv),_.push(T.aoMapUv),_.push(T.bumpMapUv),_.push(T.normalMapUv),_.push(T.displacementMapUv),_.push(T.emissiveMapUv),_.push(T.metalnessMapUv),_.push(T.roughnessMapUv),_.push(T.anisotropyMapUv),_.push(T.clearcoatMapUv),_.push(T.clearcoatNormalMapUv),_.push(T.clearcoatRoughnessMapUv),_.push(T.diffuseRoughnessMapUv),_.push(T.iridescenceMapUv),_.push(T.iridescenceThicknessMapUv),_.push(T.sheenColorMapUv),_.push(T.sheenRoughnessMapUv),_.push(T.specularMapUv),_.push(T.specularColorMapUv),_.push(T.specularIntensityMapUv),_.push(T.transmissionMapUv),_.push(T.thicknessMapUv),_.push(T.combine),_.push(T.fogExp2),_.push(T.sizeAttenuation),_.push(T.morphTargetsCount),_.push(T.numSunLights),_.push(T.numDirLights),_.push(T.numPointLights),_.push(T.numSpotLights),_.push(T.numSpotLightMaps),_.push(T.numHemiLights),_.push(T.numRectAreaLights),_.push(T.numSunLightShadows),_.push(T.numDirLightShadows),_.push(T.numPointLightShadows),_.push(T.numSpotLightShadows),_.push(T.numSpotLightShadowsWithMaps),_.push(T.numLightProbes),_.push(T.numLightProbeGrids),_.push(T.shadowMapType),_.push(T.toneMapping),_.push(T.numClippingPlanes),_.push(T.numClipIntersection),_.push(T.depthPacking)}function g(_,T){o.disableAll(),T.instancing&&o.enable(0),T.instancingColor&&o.enable(1),T.instancingMorph&&o.enable(2),T.matcap&&o.enable(3),T.envMap&&o.enable(4),T.normalMapObjectSpace&&o.enable(5),T.normalMapTangentSpace&&o.enable(6),T.clearcoat&&o.enable(7),T.iridescence&&o.enable(8),T.alphaTest&&o.enable(9),T.vertexColors&&o.enable(10),T.vertexAlphas&&o.enable(11),T.vertexUv1s&&o.enable(12),T.vertexUv2s&&o.enable(13),T.vertexUv3s&&o.enable(14),T.vertexTangents&&o.enable(15),T.anisotropy&&o.enable(16),T.alphaHash&&o.enable(17),T.batching&&o.enable(18),T.dispersion&&o.enable(19),T.retroreflection&&o.enable(24),T.diffuseRoughness&&o.enable(25),T.batchingColor&&o.enable(20),T.gradientMap&&o.enable(21),T.packedNormalMap&&o.enable(22),T.vertexNormals&&o.enable(23),_.push(o.mask),o.disableAll(),T.fog&&o.enable(0),T.useFog&&o.enable(1),T.flatShading&&o.enable(2),T.logarithmicDepthBuffer&&o.enable(3),T.reversedDepthBuffer&&o.enable(4),T.skinning&&o.enable(5),T.morphTargets&&o.enable(6),T.morphNormals&&o.enable(7),T.morphColors&&o.enable(8),T.premultipliedAlpha&&o.enable(9),T.shadowMapEnabled&&o.enable(10),T.doubleSided&&o.enable(11),T.flipSided&&o.enable(12),T.useDepthPacking&&o.enable(13),T.dithering&&o.enable(14),T.transmission&&o.enable(15),T.sheen&&o.enable(16),T.opaque&&o.enable(17),T.pointsUvs&&o.enable(18),T.decodeVideoTexture&&o.enable(19),T.decodeVideoTextureEmissive&&o.enable(20),T.alphaToCoverage&&o.enable(21),T.numLightProbeGrids>0&&o.enable(22),T.hasPositionAttribute&&o.enable(23),_.push(o.mask)}function S(_){let T=d[_.type],B;if(T){let U=ei[T];B=xl.clone(U.uniforms)}else B=_.uniforms;return B}function A(_,T){let B=h.get(T);return B!==void 0?++B.usedTimes:(B=new Y1(i,T,_,s),c.push(B),h.set(T,B)),B}function v(_){if(--_.usedTimes===0){let T=c.indexOf(_);c[T]=c[c.length-1],c.pop(),h.delete(_.cacheKey),_.destroy()}}function P(_){a.remove(_)}function E(){a.dispose()}return{getParameters:p,getProgramCacheKey:y,getUniforms:S,acquireProgram:A,releaseProgram:v,releaseShaderCache:P,programs:c,dispose:E}}function K1(){let i=new WeakMap;function t(o){return i.has(o)}function e(o){let a=i.get(o);return a===void 0&&(a={},i.set(o,a)),a}function n(o){i.delete(o)}function s(o,a,l){i.get(o)[a]=l}function r(){i=new WeakMap}return{has:t,get:e,remove:n,update:s,dispose:r}}function j1(i,t){return i.groupOrder!==t.groupOrder?i.groupOrder-t.groupOrder:i.renderOrder!==t.renderOrder?i.renderOrder-t.renderOrder:i.material.id!==t.material.id?i.material.id-t.material.id:i.materialVariant!==t.materialVariant?i.materialVariant-t.materialVariant:i.z!==t.z?i.z-t.z:i.id-t.id}function U_(i,t){return i.groupOrder!==t.groupOrder?i.groupOrder-t.groupOrder:i.renderOrder!==t.renderOrder?i.renderOrder-t.renderOrder:i.z!==t.z?t.z-i.z:i.id-t.id}function F_(){let i=[],t=0,e=[],n=[],s=[];function r(){t=0,e.length=0,n.length=0,s.length=0}function o(d){let f=0;return d.isInstancedMesh&&(f+=2),d.isSkinnedMesh&&(f+=1),f}function a(d,f,p,y,m,g){let S=i[t];return S===void 0?(S={id:d.id,object:d,geometry:f,material:p,materialVariant:o(d),groupOrder:y,renderOrder:d.renderOrder,z:m,group:g},i[t]=S):(S.id=d.id,S.object=d,S.geometry=f,S.material=p,S.materialVariant=o(d),S.groupOrder=y,S.renderOrder=d.renderOrder,S.z=m,S.group=g),t++,S}function l(d,f,p,y,m,g,S){S.reversedDepth===!0&&(m=-m);let A=a(d,f,p,y,m,g);p.transmission>0?n.push(A):p.transparent===!0?s.push(A):e.push(A)}function c(d,f,p,y,m,g){let S=a(d,f,p,y,m,g);p.transmission>0?n.unshift(S):p.transparent===!0?s.unshift(S):e.unshift(S)}function h(d,f){e.length>1&&e.sort(d||j1),n.length>1&&n.sort(f||U_),s.length>1&&s.sort(f||U_)}function u(){for(let d=t,f=i.length;d<f;d++){let p=i[d];if(p.id===null)break;p.id=null,p.object=null,p.geometry=null,p.material=null,p.group=null}}return{opaque:e,transmissive:n,transparent:s,init:r,push:l,unshift:c,finish:u,sort:h}}function Q1(){let i=new WeakMap;function t(n,s){let r=i.get(n),o;return r===void 0?(o=new F_,i.set(n,[o])):s>=r.length?(o=new F_,r.push(o)):o=r[s],o}function e(){i=new WeakMap}return{get:t,dispose:e}}function tT(){let i={};return{get:function(t){if(i[t.id]!==void 0)return i[t.id];let e;switch(t.type){case"SunLight":case"DirectionalLight":e={direction:new C,color:new ae};break;case"SpotLight":e={position:new C,direction:new C,color:new ae,distance:0,coneCos:0,penumbraCos:0,decay:0};break;case"PointLight":e={position:new C,color:new ae,distance:0,decay:0};break;case"HemisphereLight":e={direction:new C,skyColor:new ae,groundColor:new ae};break;case"RectAreaLight":e={color:new ae,position:new C,halfWidth:new C,halfHeight:new C};break}return i[t.id]=e,e}}}function eT(){let i={};return{get:function(t){if(i[t.id]!==void 0)return i[t.id];let e;switch(t.type){case"SunLight":case"DirectionalLight":e={shadowIntensity:1,shadowBias:0,shadowNormalBias:0,shadowRadius:1,shadowMapSize:new pt};break;case"SpotLight":e={shadowIntensity:1,shadowBias:0,shadowNormalBias:0,shadowRadius:1,shadowMapSize:new pt};break;case"PointLight":e={shadowIntensity:1,shadowBias:0,shadowNormalBias:0,shadowRadius:1,shadowMapSize:new pt,shadowCameraNear:1,shadowCameraFar:1e3};break}return i[t.id]=e,e}}}var nT=0;function iT(i,t){return(t.castShadow?2:0)-(i.castShadow?2:0)+(t.map?1:0)-(i.map?1:0)}function sT(i){let t=new tT,e=eT(),n={version:0,hash:{sunLength:-1,directionalLength:-1,pointLength:-1,spotLength:-1,rectAreaLength:-1,hemiLength:-1,numSunShadows:-1,numDirectionalShadows:-1,numPointShadows:-1,numSpotShadows:-1,numSpotMaps:-1,numLightProbes:-1},ambient:[0,0,0],probe:[],sun:[],sunShadow:[],sunShadowMap:[],sunShadowMatrix:[],sunShadowCascade:[],directional:[],directionalShadow:[],directionalShadowMap:[],directionalShadowMatrix:[],spot:[],spotLightMap:[],spotShadow:[],spotShadowMap:[],spotLightMatrix:[],rectArea:[],rectAreaLTC1:null,rectAreaLTC2:null,point:[],pointShadow:[],pointShadowMap:[],pointShadowMatrix:[],hemi:[],numSpotLightShadowsWithMaps:0,numLightProbes:0};for(let c=0;c<9;c++)n.probe.push(new C);let s=new C,r=new pe,o=new pe;function a(c){let h=0,u=0,d=0;for(let H=0;H<9;H++)n.probe[H].set(0,0,0);let f=0,p=0,y=0,m=0,g=0,S=0,A=0,v=0,P=0,E=0,_=0,T=0,B=0,U=0;c.sort(iT);for(let H=0,W=c.length;H<W;H++){let D=c[H],V=D.color,q=D.intensity,k=D.distance,lt=null;if(D.shadow&&D.shadow.map&&(D.shadow.map.texture.format===nr?lt=D.shadow.map.texture:lt=D.shadow.map.depthTexture||D.shadow.map.texture),D.isAmbientLight)h+=V.r*q,u+=V.g*q,d+=V.b*q;else if(D.isLightProbe){for(let Z=0;Z<9;Z++)n.probe[Z].addScaledVector(D.sh.coefficients[Z],q);U++}else if(D.isSunLight){let Z=t.get(D);if(Z.color.copy(D.color).multiplyScalar(D.intensity),D.castShadow){let j=D.shadow,tt=e.get(D);tt.shadowIntensity=j.intensity,tt.shadowBias=j.bias,tt.shadowNormalBias=j.normalBias,tt.shadowRadius=j.radius,tt.shadowMapSize.copy(j.mapSize).multiply(j.getFrameExtents()),n.sunShadow[p]=tt,n.sunShadowMap[p]=lt;let dt=j.getViewportCount();for(let ct=0;ct<dt;ct++)n.sunShadowMatrix[y+ct]=j.getMatrix(ct),n.sunShadowCascade[y+ct]=j._cascadeData[ct];y+=dt,p++}n.sun[f]=Z,f++}else if(D.isDirectionalLight){let Z=t.get(D);if(Z.color.copy(D.color).multiplyScalar(D.intensity),D.castShadow){let j=D.shadow,tt=e.get(D);tt.shadowIntensity=j.intensity,tt.shadowBias=j.bias,tt.shadowNormalBias=j.normalBias,tt.shadowRadius=j.radius,tt.shadowMapSize=j.mapSize,n.directionalShadow[m]=tt,n.directionalShadowMap[m]=lt,n.directionalShadowMatrix[m]=D.shadow.matrix,P++}n.directional[m]=Z,m++}else if(D.isSpotLight){let Z=t.get(D);Z.position.setFromMatrixPosition(D.matrixWorld),Z.color.copy(V).multiplyScalar(q),Z.distance=k,Z.coneCos=Math.cos(D.angle),Z.penumbraCos=Math.cos(D.angle*(1-D.penumbra)),Z.decay=D.decay,n.spot[S]=Z;let j=D.shadow;if(D.map&&(n.spotLightMap[T]=D.map,T++,j.updateMatrices(D),D.castShadow&&B++),n.spotLightMatrix[S]=j.matrix,D.castShadow){let tt=e.get(D);tt.shadowIntensity=j.intensity,tt.shadowBias=j.bias,tt.shadowNormalBias=j.normalBias,tt.shadowRadius=j.radius,tt.shadowMapSize=j.mapSize,n.spotShadow[S]=tt,n.spotShadowMap[S]=lt,_++}S++}else if(D.isRectAreaLight){let Z=t.get(D);Z.color.copy(V).multiplyScalar(q),Z.halfWidth.set(D.width*.5,0,0),Z.halfHeight.set(0,D.height*.5,0),n.rectArea[A]=Z,A++}else if(D.isPointLight){let Z=t.get(D);if(Z.color.copy(D.color).multiplyScalar(D.intensity),Z.distance=D.distance,Z.decay=D.decay,D.castShadow){let j=D.shadow,tt=e.get(D);tt.shadowIntensity=j.intensity,tt.shadowBias=j.bias,tt.shadowNormalBias=j.normalBias,tt.shadowRadius=j.radius,tt.shadowMapSize=j.mapSize,tt.shadowCameraNear=j.camera.near,tt.shadowCameraFar=j.camera.far,n.pointShadow[g]=tt,n.pointShadowMap[g]=lt,n.pointShadowMatrix[g]=D.shadow.matrix,E++}n.point[g]=Z,g++}else if(D.isHemisphereLight){let Z=t.get(D);Z.skyColor.copy(D.color).multiplyScalar(q),Z.groundColor.copy(D.groundColor).multiplyScalar(q),n.hemi[v]=Z,v++}}A>0&&(i.has("OES_texture_float_linear")===!0?(n.rectAreaLTC1=Ut.LTC_FLOAT_1,n.rectAreaLTC2=Ut.LTC_FLOAT_2):(n.rectAreaLTC1=Ut.LTC_HALF_1,n.rectAreaLTC2=Ut.LTC_HALF_2)),n.ambient[0]=h,n.ambient[1]=u,n.ambient[2]=d;let L=n.hash;(L.sunLength!==f||L.directionalLength!==m||L.pointLength!==g||L.spotLength!==S||L.rectAreaLength!==A||L.hemiLength!==v||L.numSunShadows!==p||L.numDirectionalShadows!==P||L.numPointShadows!==E||L.numSpotShadows!==_||L.numSpotMaps!==T||L.numLightProbes!==U)&&(n.sun.length=f,n.directional.length=m,n.spot.length=S,n.rectArea.length=A,n.point.length=g,n.hemi.length=v,n.sunShadow.length=p,n.sunShadowMap.length=p,n.sunShadowMatrix.length=y,n.sunShadowCascade.length=y,n.directionalShadow.length=P,n.directionalShadowMap.length=P,n.directionalShadowMatrix.length=P,n.pointShadow.length=E,n.pointShadowMap.length=E,n.pointShadowMatrix.length=E,n.spotShadow.length=_,n.spotShadowMap.length=_,n.spotLightMatrix.length=_+T-B,n.spotLightMap.length=T,n.numSpotLightShadowsWithMaps=B,n.numLightProbes=U,L.sunLength=f,L.directionalLength=m,L.pointLength=g,L.spotLength=S,L.rectAreaLength=A,L.hemiLength=v,L.numSunShadows=p,L.numDirectionalShadows=P,L.numPointShadows=E,L.numSpotShadows=_,L.numSpotMaps=T,L.numLightProbes=U,n.version=nT++)}function l(c,h){let u=0,d=0,f=0,p=0,y=0,m=0,g=h.matrixWorldInverse;for(let S=0,A=c.length;S<A;S++){let v=c[S];if(v.isSunLight){let P=n.sun[u];P.direction.setFromMatrixPosition(v.matrixWorld),P.direction.transformDirection(g),u++}else if(v.isDirectionalLight){let P=n.directional[d];P.direction.setFromMatrixPosition(v.matrixWorld),s.setFromMatrixPosition(v.target.matrixWorld),P.direction.sub(s),P.direction.transformDirection(g),d++}else if(v.isSpotLight){let P=n.spot[p];P.position.setFromMatrixPosition(v.matrixWorld),P.position.applyMatrix4(g),P.direction.setFromMatrixPosition(v.matrixWorld),s.setFromMatrixPosition(v.target.matrixWorld),P.direction.sub(s),P.direction.transformDirection(g),p++}else if(v.isRectAreaLight){let P=n.rectArea[y];P.position.setFromMatrixPosition(v.matrixWorld),P.position.applyMatrix4(g),o.identity(),r.copy(v.matrixWorld),r.premultiply(g),o.extractRotation(r),P.halfWidth.set(v.width*.5,0,0),P.halfHeight.set(0,v.height*.5,0),P.halfWidth.applyMatrix4(o),P.halfHeight.applyMatrix4(o),y++}else if(v.isPointLight){let P=n.point[f];P.position.setFromMatrixPosition(v.matrixWorld),P.position.applyMatrix4(g),f++}else if(v.isHemisphereLight){let P=n.hemi[m];P.direction.setFromMatrixPosition(v.matrixWorld),P.direction.transformDirection(g),m++}}}return{setup:a,setupView:l,state:n}}function O_(i){let t=new sT(i),e=[],n=[],s=[];function r(u){h.camera=u,e.length=0,n.length=0,s.length=0}function o(u){u.isLightProbeGrid?s.push(u):e.push(u)}function a(u){n.push(u)}function l(){t.setup(e),s.sort((u,d)=>u.priority-d.priority||u.id-d.id)}function c(u){t.setupView(e,u)}let h={lightsArray:e,shadowsArray:n,lightProbeGridArray:s,camera:null,lights:t,transmissionRenderTarget:{},textureUnits:0};return{init:r,state:h,setupLights:l,setupLightsView:c,pushLight:o,pushShadow:a}}function rT(i){let t=new WeakMap;function e(s,r=0){let o=t.get(s),a;return o===void 0?(a=new O_(i),t.set(s,[a])):r>=o.length?(a=new O_(i),o.push(a)):a=o[r],a}function n(){t=new WeakMap}return{get:e,dispose:n}}var oT=`void main() {
	gl_Position = vec4( position, 1.0 );
}`,aT=`uniform sampler2D shadow_pass;
uniform vec2 resolution;
uniform float radius;
void main() {
	const float samples = float( VSM_SAMPLES );
	float mean = 0.0;
	float squared_mean = 0.0;
	float uvStride = samples <= 1.0 ? 0.0 : 2.0 / ( samples - 1.0 );
	float uvStart = samples <= 1.0 ? 0.0 : - 1.0;
	for ( float i = 0.0; i < samples; i ++ ) {
		float uvOffset = uvStart + i * uvStride;
		#ifdef HORIZONTAL_PASS
			vec2 distribution = texture2D( shadow_pass, ( gl_FragCoord.xy + vec2( uvOffset, 0.0 ) * radius ) / resolution ).rg;
			mean += distribution.x;
			squared_mean += distribution.y * distribution.y + distribution.x * distribution.x;
		#else
			float depth = texture2D( shadow_pass, ( gl_FragCoord.xy + vec2( 0.0, uvOffset ) * radius ) / resolution ).r;
			mean += depth;
			squared_mean += depth * depth;
		#endif
	}
	mean = mean / samples;
	squared_mean = squared_mean / samples;
	float std_dev = sqrt( max( 0.0, squared_mean - mean * mean ) );
	gl_FragColor = vec4( mean, std_dev, 0.0, 1.0 );
}`,lT=[new C(1,0,0),new C(-1,0,0),new C(0,1,0),new C(0,-1,0),new C(0,0,1),new C(0,0,-1)],cT=[new C(0,-1,0),new C(0,-1,0),new C(0,0,1),new C(0,0,-1),new C(0,-1,0),new C(0,-1,0)],B_=new pe,yl=new C,ip=new C;function hT(i,t,e){let n=new $s,s=new pt,r=new pt,o=new Oe,a=new sh,l=new rh,c={},h=e.maxTextureSize,u={[er]:ti,[ti]:er,[is]:is},d=new Ci({defines:{VSM_SAMPLES:8},uniforms:{shadow_pass:{value:null},resolution:{value:new pt},radius:{value:4}},vertexShader:oT,fragmentShader:aT}),f=d.clone();f.defines.HORIZONTAL_PASS=1;let p=new en;p.setAttribute("position",new Mn(new Float32Array([-1,-1,.5,3,-1,.5,-1,3,.5]),3));let y=new Vn(p,d),m=this;this.enabled=!1,this.autoUpdate=!0,this.needsUpdate=!1,this.type=cl;let g=this.type;this.render=function(E,_,T){if(m.enabled===!1||m.autoUpdate===!1&&m.needsUpdate===!1||E.length===0)return;this.type===I0&&(te("WebGLShadowMap: PCFSoftShadowMap has been removed. Using PCFShadowMap instead."),this.type=cl);let B=i.getRenderTarget(),U=i.getActiveCubeFace(),L=i.getActiveMipmapLevel(),H=i.state;H.setBlending(Cr),H.buffers.depth.getReversed()===!0?H.buffers.color.setClear(0,0,0,0):H.buffers.color.setClear(1,1,1,1),H.buffers.depth.setTest(!0),H.setScissorTest(!1);let W=g!==this.type;W&&_.traverse(function(D){D.material&&(Array.isArray(D.material)?D.material.forEach(V=>V.needsUpdate=!0):D.material.needsUpdate=!0)});for(let D=0,V=E.length;D<V;D++){let q=E[D],k=q.shadow;if(k===void 0){te("WebGLShadowMap:",q,"has no shadow.");continue}if(k.autoUpdate===!1&&k.needsUpdate===!1)continue;s.copy(k.mapSize);let lt=k.getFrameExtents();s.multiply(lt),r.copy(k.mapSize),(s.x>h||s.y>h)&&(s.x>h&&(r.x=Math.floor(h/lt.x),s.x=r.x*lt.x,k.mapSize.x=r.x),s.y>h&&(r.y=Math.floor(h/lt.y),s.y=r.y*lt.y,k.mapSize.y=r.y));let Z=i.state.buffers.depth.getReversed();if(k.camera._reversedDepth=Z,k.map===null||W===!0){if(k.map!==null&&(k.map.depthTexture!==null&&(k.map.depthTexture.dispose(),k.map.depthTexture=null),k.map.dispose()),this.type===ko){if(q.isPointLight){te("WebGLShadowMap: VSM shadow maps are not supported for PointLights. Use PCF or BasicShadowMap instead.");continue}k.map=new _i(s.x,s.y,{format:nr,type:Hi,minFilter:Qn,magFilter:Qn,generateMipmaps:!1}),k.map.texture.name=q.name+".shadowMap",k.map.depthTexture=new Ts(s.x,s.y,Pi),k.map.depthTexture.name=q.name+".shadowMapDepth",k.map.depthTexture.format=bs,k.map.depthTexture.compareFunction=null,k.map.depthTexture.minFilter=In,k.map.depthTexture.magFilter=In}else q.isPointLight?(k.map=new Sl(s.x),k.map.depthTexture=new Va(s.x,Vi)):(k.map=new _i(s.x,s.y),k.map.depthTexture=new Ts(s.x,s.y,Vi)),k.map.depthTexture.name=q.name+".shadowMap",k.map.depthTexture.format=bs,this.type===cl?(k.map.depthTexture.compareFunction=Z?Gf:Hf,k.map.depthTexture.minFilter=Qn,k.map.depthTexture.magFilter=Qn):(k.map.depthTexture.compareFunction=null,k.map.depthTexture.minFilter=In,k.map.depthTexture.magFilter=In);k.camera.updateProjectionMatrix()}k.map.isWebGLCubeRenderTarget!==!0&&(k.map.width!==s.x||k.map.height!==s.y)&&k.map.setSize(s.x,s.y);let j=k.map.isWebGLCubeRenderTarget?6:k.getViewportCount();q.isPointLight!==!0&&k.updateMatrices(q,T);let tt=(k.camera.layers.mask&4294967294)!==0?k.camera.layers:T.layers;for(let dt=0;dt<j;dt++){let ct=k.getCamera(dt);if(q.isPointLight){let Q=k.camera,gt=k.matrix,xt=q.distance||Q.far;xt!==Q.far&&(Q.far=xt,Q.updateProjectionMatrix()),yl.setFromMatrixPosition(q.matrixWorld),Q.position.copy(yl),ip.copy(Q.position),ip.add(lT[dt]),Q.up.copy(cT[dt]),Q.lookAt(ip),Q.updateMatrixWorld(),gt.makeTranslation(-yl.x,-yl.y,-yl.z),B_.multiplyMatrices(Q.projectionMatrix,Q.matrixWorldInverse),k._frustum.setFromProjectionMatrix(B_,Q.coordinateSystem,Q.reversedDepth)}if(k.map.isWebGLCubeRenderTarget)i.setRenderTarget(k.map,dt),i.clear();else{dt===0&&(i.setRenderTarget(k.map),i.clear());let Q=k.getViewport(dt);o.set(r.x*Q.x,r.y*Q.y,r.x*Q.z,r.y*Q.w),H.viewport(o)}n=k.getFrustum(dt),v(_,T,ct,q,tt,this.type)}k.isPointLightShadow!==!0&&this.type===ko&&S(k,T),k.needsUpdate=!1}g=this.type,m.needsUpdate=!1,i.setRenderTarget(B,U,L)};function S(E,_){let T=t.update(y);d.defines.VSM_SAMPLES!==E.blurSamples&&(d.defines.VSM_SAMPLES=E.blurSamples,f.defines.VSM_SAMPLES=E.blurSamples,d.needsUpdate=!0,f.needsUpdate=!0),E.mapPass===null?E.mapPass=new _i(s.x,s.y,{format:nr,type:Hi}):(E.mapPass.width!==E.map.width||E.mapPass.height!==E.map.height)&&E.mapPass.setSize(E.map.width,E.map.height),d.uniforms.shadow_pass.value=E.map.depthTexture,d.uniforms.resolution.value.set(E.map.width,E.map.height),d.uniforms.radius.value=E.radius,i.setRenderTarget(E.mapPass),i.clear(),i.renderBufferDirect(_,null,T,d,y,null),f.uniforms.shadow_pass.value=E.mapPass.texture,f.uniforms.resolution.value.set(E.map.width,E.map.height),f.uniforms.radius.value=E.radius,i.setRenderTarget(E.map),i.clear(),i.renderBufferDirect(_,null,T,f,y,null)}function A(E,_,T,B){let U=null,L=T.isPointLight===!0?E.customDistanceMaterial:E.customDepthMaterial;if(L!==void 0)U=L;else if(U=T.isPointLight===!0?l:a,i.localClippingEnabled&&_.clipShadows===!0&&Array.isArray(_.clippingPlanes)&&_.clippingPlanes.length!==0||_.displacementMap&&_.displacementScale!==0||_.alphaMap&&_.alphaTest>0||_.map&&_.alphaTest>0||_.alphaToCoverage===!0){let H=U.uuid,W=_.uuid,D=c[H];D===void 0&&(D={},c[H]=D);let V=D[W];V===void 0&&(V=U.clone(),D[W]=V,_.addEventListener("dispose",P)),U=V}if(U.visible=_.visible,U.wireframe=_.wireframe,B===ko?U.side=_.shadowSide!==null?_.shadowSide:_.side:U.side=_.shadowSide!==null?_.shadowSide:u[_.side],U.alphaMap=_.alphaMap,U.alphaTest=_.alphaToCoverage===!0?.5:_.alphaTest,U.map=_.map,U.clipShadows=_.clipShadows,U.clippingPlanes=_.clippingPlanes,U.clipIntersection=_.clipIntersection,U.displacementMap=_.displacementMap,U.displacementScale=_.displacementScale,U.displacementBias=_.displacementBias,U.wireframeLinewidth=_.wireframeLinewidth,U.linewidth=_.linewidth,T.isPointLight===!0&&U.isMeshDistanceMaterial===!0){let H=i.properties.get(U);H.light=T}return U}function v(E,_,T,B,U,L){if(E.visible===!1)return;if(E.layers.test(U)&&(E.isMesh||E.isLine||E.isPoints)&&(E.castShadow||E.receiveShadow&&L===ko)&&(!E.frustumCulled||E.intersectsFrustum(n))){E.modelViewMatrix.multiplyMatrices(T.matrixWorldInverse,E.matrixWorld);let D=t.update(E),V=E.material;if(Array.isArray(V)){let q=D.groups;for(let k=0,lt=q.length;k<lt;k++){let Z=q[k],j=V[Z.materialIndex];if(j&&j.visible){let tt=A(E,j,B,L);E.onBeforeShadow(i,E,_,T,D,tt,Z),i.renderBufferDirect(T,null,D,tt,E,Z),E.onAfterShadow(i,E,_,T,D,tt,Z)}}}else if(V.visible){let q=A(E,V,B,L);E.onBeforeShadow(i,E,_,T,D,q,null),i.renderBufferDirect(T,null,D,q,E,null),E.onAfterShadow(i,E,_,T,D,q,null)}}let W=E.children;for(let D=0,V=W.length;D<V;D++)v(W[D],_,T,B,U,L)}function P(E){E.target.removeEventListener("dispose",P);for(let T in c){let B=c[T],U=E.target.uuid;U in B&&(B[U].dispose(),delete B[U])}}}function uT(i,t){function e(){let O=!1,st=new Oe,nt=null,Rt=new Oe(0,0,0,0);return{setMask:function(vt){nt!==vt&&!O&&(i.colorMask(vt,vt,vt,vt),nt=vt)},setLocked:function(vt){O=vt},setClear:function(vt,At,Kt,le,ht){ht===!0&&(vt*=le,At*=le,Kt*=le),st.set(vt,At,Kt,le),Rt.equals(st)===!1&&(i.clearColor(vt,At,Kt,le),Rt.copy(st))},reset:function(){O=!1,nt=null,Rt.set(-1,0,0,0)}}}function n(){let O=!1,st=!1,nt=null,Rt=null,vt=null;return{setReversed:function(At){if(st!==At){let Kt=t.get("EXT_clip_control");At?Kt.clipControlEXT(Kt.LOWER_LEFT_EXT,Kt.ZERO_TO_ONE_EXT):Kt.clipControlEXT(Kt.LOWER_LEFT_EXT,Kt.NEGATIVE_ONE_TO_ONE_EXT),st=At;let le=vt;vt=null,this.setClear(le)}},getReversed:function(){return st},setTest:function(At){At?bt(i.DEPTH_TEST):Ht(i.DEPTH_TEST)},setMask:function(At){nt!==At&&!O&&(i.depthMask(At),nt=At)},setFunc:function(At){if(st&&(At=h_[At]),Rt!==At){switch(At){case Dc:i.depthFunc(i.NEVER);break;case Nc:i.depthFunc(i.ALWAYS);break;case Uc:i.depthFunc(i.LESS);break;case Eo:i.depthFunc(i.LEQUAL);break;case Fc:i.depthFunc(i.EQUAL);break;case Oc:i.depthFunc(i.GEQUAL);break;case Bc:i.depthFunc(i.GREATER);break;case zc:i.depthFunc(i.NOTEQUAL);break;default:i.depthFunc(i.LEQUAL)}Rt=At}},setLocked:function(At){O=At},setClear:function(At){vt!==At&&(vt=At,st&&(At=1-At),i.clearDepth(At))},reset:function(){O=!1,nt=null,Rt=null,vt=null,st=!1}}}function s(){let O=!1,st=null,nt=null,Rt=null,vt=null,At=null,Kt=null,le=null,ht=null;return{setTest:function(qt){O||(qt?bt(i.STENCIL_TEST):Ht(i.STENCIL_TEST))},setMask:function(qt){st!==qt&&!O&&(i.stencilMask(qt),st=qt)},setFunc:function(qt,ce,Nt){(nt!==qt||Rt!==ce||vt!==Nt)&&(i.stencilFunc(qt,ce,Nt),nt=qt,Rt=ce,vt=Nt)},setOp:function(qt,ce,Nt){(At!==qt||Kt!==ce||le!==Nt)&&(i.stencilOp(qt,ce,Nt),At=qt,Kt=ce,le=Nt)},setLocked:function(qt){O=qt},setClear:function(qt){ht!==qt&&(i.clearStencil(qt),ht=qt)},reset:function(){O=!1,st=null,nt=null,Rt=null,vt=null,At=null,Kt=null,le=null,ht=null}}}let r=new e,o=new n,a=new s,l={},c=new WeakMap,h={},u={},d={},f=new WeakMap,p=[],y=null,m=!1,g=null,S=null,A=null,v=null,P=null,E=null,_=null,T=new ae(0,0,0),B=0,U=!1,L=null,H=null,W=null,D=null,V=null,q=i.getParameter(i.MAX_COMBINED_TEXTURE_IMAGE_UNITS),k=!1,lt=0,Z=i.getParameter(i.VERSION);Z.indexOf("WebGL")!==-1?(lt=parseFloat(/^WebGL (\d)/.exec(Z)[1]),k=lt>=1):Z.indexOf("OpenGL ES")!==-1&&(lt=parseFloat(/^OpenGL ES (\d)/.exec(Z)[1]),k=lt>=2);let j=null,tt={},dt=i.getParameter(i.SCISSOR_BOX),ct=i.getParameter(i.VIEWPORT),Q=new Oe().fromArray(dt),gt=new Oe().fromArray(ct);function xt(O,st,nt,Rt){let vt=new Uint8Array(4),At=i.createTexture();i.bindTexture(O,At),i.texParameteri(O,i.TEXTURE_MIN_FILTER,i.NEAREST),i.texParameteri(O,i.TEXTURE_MAG_FILTER,i.NEAREST);for(let Kt=0;Kt<nt;Kt++)O===i.TEXTURE_3D||O===i.TEXTURE_2D_ARRAY?i.texImage3D(st,0,i.RGBA,1,1,Rt,0,i.RGBA,i.UNSIGNED_BYTE,vt):i.texImage2D(st+Kt,0,i.RGBA,1,1,0,i.RGBA,i.UNSIGNED_BYTE,vt);return At}let It={};It[i.TEXTURE_2D]=xt(i.TEXTURE_2D,i.TEXTURE_2D,1),It[i.TEXTURE_CUBE_MAP]=xt(i.TEXTURE_CUBE_MAP,i.TEXTURE_CUBE_MAP_POSITIVE_X,6),It[i.TEXTURE_2D_ARRAY]=xt(i.TEXTURE_2D_ARRAY,i.TEXTURE_2D_ARRAY,1,1),It[i.TEXTURE_3D]=xt(i.TEXTURE_3D,i.TEXTURE_3D,1,1),r.setClear(0,0,0,1),o.setClear(1),a.setClear(0),bt(i.DEPTH_TEST),o.setFunc(Eo),Bt(!1),Lt(Mf),bt(i.CULL_FACE),yt(Cr);function bt(O){h[O]!==!0&&(i.enable(O),h[O]=!0)}function Ht(O){h[O]!==!1&&(i.disable(O),h[O]=!1)}function ie(O,st){return d[O]!==st?(i.bindFramebuffer(O,st),d[O]=st,O===i.DRAW_FRAMEBUFFER&&(d[i.FRAMEBUFFER]=st),O===i.FRAMEBUFFER&&(d[i.DRAW_FRAMEBUFFER]=st),!0):!1}function Jt(O,st){let nt=p,Rt=!1;if(O){nt=f.get(st),nt===void 0&&(nt=[],f.set(st,nt));let vt=O.textures;if(nt.length!==vt.length||nt[0]!==i.COLOR_ATTACHMENT0){for(let At=0,Kt=vt.length;At<Kt;At++)nt[At]=i.COLOR_ATTACHMENT0+At;nt.length=vt.length,Rt=!0}}else nt[0]!==i.BACK&&(nt[0]=i.BACK,Rt=!0);Rt&&i.drawBuffers(nt)}function se(O){return y!==O?(i.useProgram(O),y=O,!0):!1}let ne={[Pr]:i.FUNC_ADD,[D0]:i.FUNC_SUBTRACT,[N0]:i.FUNC_REVERSE_SUBTRACT};ne[U0]=i.MIN,ne[F0]=i.MAX;let rt={[O0]:i.ZERO,[B0]:i.ONE,[z0]:i.SRC_COLOR,[Tf]:i.SRC_ALPHA,[X0]:i.SRC_ALPHA_SATURATE,[G0]:i.DST_COLOR,[V0]:i.DST_ALPHA,[k0]:i.ONE_MINUS_SRC_COLOR,[Af]:i.ONE_MINUS_SRC_ALPHA,[W0]:i.ONE_MINUS_DST_COLOR,[H0]:i.ONE_MINUS_DST_ALPHA,[q0]:i.CONSTANT_COLOR,[Y0]:i.ONE_MINUS_CONSTANT_COLOR,[$0]:i.CONSTANT_ALPHA,[Z0]:i.ONE_MINUS_CONSTANT_ALPHA};function yt(O,st,nt,Rt,vt,At,Kt,le,ht,qt){if(O===Cr){m===!0&&(Ht(i.BLEND),m=!1);return}if(m===!1&&(bt(i.BLEND),m=!0),O!==L0){if(O!==g||qt!==U){if((S!==Pr||P!==Pr)&&(i.blendEquation(i.FUNC_ADD),S=Pr,P=Pr),qt)switch(O){case Vo:i.blendFuncSeparate(i.ONE,i.ONE_MINUS_SRC_ALPHA,i.ONE,i.ONE_MINUS_SRC_ALPHA);break;case bf:i.blendFunc(i.ONE,i.ONE);break;case wf:i.blendFuncSeparate(i.ZERO,i.ONE_MINUS_SRC_COLOR,i.ZERO,i.ONE);break;case Ef:i.blendFuncSeparate(i.DST_COLOR,i.ONE_MINUS_SRC_ALPHA,i.ZERO,i.ONE);break;default:oe("WebGLState: Invalid blending: ",O);break}else switch(O){case Vo:i.blendFuncSeparate(i.SRC_ALPHA,i.ONE_MINUS_SRC_ALPHA,i.ONE,i.ONE_MINUS_SRC_ALPHA);break;case bf:i.blendFuncSeparate(i.SRC_ALPHA,i.ONE,i.ONE,i.ONE);break;case wf:oe("WebGLState: SubtractiveBlending requires material.premultipliedAlpha = true");break;case Ef:oe("WebGLState: MultiplyBlending requires material.premultipliedAlpha = true");break;default:oe("WebGLState: Invalid blending: ",O);break}A=null,v=null,E=null,_=null,T.set(0,0,0),B=0,g=O,U=qt}return}vt=vt||st,At=At||nt,Kt=Kt||Rt,(st!==S||vt!==P)&&(i.blendEquationSeparate(ne[st],ne[vt]),S=st,P=vt),(nt!==A||Rt!==v||At!==E||Kt!==_)&&(i.blendFuncSeparate(rt[nt],rt[Rt],rt[At],rt[Kt]),A=nt,v=Rt,E=At,_=Kt),(le.equals(T)===!1||ht!==B)&&(i.blendColor(le.r,le.g,le.b,ht),T.copy(le),B=ht),g=O,U=!1}function _t(O,st){O.side===is?Ht(i.CULL_FACE):bt(i.CULL_FACE);let nt=O.side===ti;st&&(nt=!nt),Bt(nt),O.blending===Vo&&O.transparent===!1?yt(Cr):yt(O.blending,O.blendEquation,O.blendSrc,O.blendDst,O.blendEquationAlpha,O.blendSrcAlpha,O.blendDstAlpha,O.blendColor,O.blendAlpha,O.premultipliedAlpha),o.setFunc(O.depthFunc),o.setTest(O.depthTest),o.setMask(O.depthWrite),r.setMask(O.colorWrite);let Rt=O.stencilWrite;a.setTest(Rt),Rt&&(a.setMask(O.stencilWriteMask),a.setFunc(O.stencilFunc,O.stencilRef,O.stencilFuncMask),a.setOp(O.stencilFail,O.stencilZFail,O.stencilZPass)),zt(O.polygonOffset,O.polygonOffsetFactor,O.polygonOffsetUnits),O.alphaToCoverage===!0?bt(i.SAMPLE_ALPHA_TO_COVERAGE):Ht(i.SAMPLE_ALPHA_TO_COVERAGE)}function Bt(O){L!==O&&(O?i.frontFace(i.CW):i.frontFace(i.CCW),L=O)}function Lt(O){O!==C0?(bt(i.CULL_FACE),O!==H&&(O===Mf?i.cullFace(i.BACK):O===P0?i.cullFace(i.FRONT):i.cullFace(i.FRONT_AND_BACK))):Ht(i.CULL_FACE),H=O}function ee(O){O!==W&&(k&&i.lineWidth(O),W=O)}function zt(O,st,nt){O?(bt(i.POLYGON_OFFSET_FILL),(D!==st||V!==nt)&&(D=st,V=nt,o.getReversed()&&(st=-st,nt=-nt),i.polygonOffset(st,nt))):Ht(i.POLYGON_OFFSET_FILL)}function _e(O){O?bt(i.SCISSOR_TEST):Ht(i.SCISSOR_TEST)}function de(O){O===void 0&&(O=i.TEXTURE0+q-1),j!==O&&(i.activeTexture(O),j=O)}function ye(O,st,nt){nt===void 0&&(j===null?nt=i.TEXTURE0+q-1:nt=j);let Rt=tt[nt];Rt===void 0&&(Rt={type:void 0,texture:void 0},tt[nt]=Rt),(Rt.type!==O||Rt.texture!==st)&&(j!==nt&&(i.activeTexture(nt),j=nt),i.bindTexture(O,st||It[O]),Rt.type=O,Rt.texture=st)}function F(){let O=tt[j];O!==void 0&&O.type!==void 0&&(i.bindTexture(O.type,null),O.type=void 0,O.texture=void 0)}function St(){try{i.compressedTexImage2D(...arguments)}catch(O){oe("WebGLState:",O)}}function Xt(){try{i.compressedTexImage3D(...arguments)}catch(O){oe("WebGLState:",O)}}function he(){try{i.texSubImage2D(...arguments)}catch(O){oe("WebGLState:",O)}}function wt(){try{i.texSubImage3D(...arguments)}catch(O){oe("WebGLState:",O)}}function De(){try{i.compressedTexSubImage2D(...arguments)}catch(O){oe("WebGLState:",O)}}function $t(){try{i.compressedTexSubImage3D(...arguments)}catch(O){oe("WebGLState:",O)}}function Qt(){try{i.texStorage2D(...arguments)}catch(O){oe("WebGLState:",O)}}function R(){try{i.texStorage3D(...arguments)}catch(O){oe("WebGLState:",O)}}function M(){try{i.texImage2D(...arguments)}catch(O){oe("WebGLState:",O)}}function X(){try{i.texImage3D(...arguments)}catch(O){oe("WebGLState:",O)}}function ut(O){return u[O]!==void 0?u[O]:i.getParameter(O)}function ot(O,st){u[O]!==st&&(i.pixelStorei(O,st),u[O]=st)}function Mt(O){Q.equals(O)===!1&&(i.scissor(O.x,O.y,O.z,O.w),Q.copy(O))}function Et(O){gt.equals(O)===!1&&(i.viewport(O.x,O.y,O.z,O.w),gt.copy(O))}function et(O,st){let nt=c.get(st);nt===void 0&&(nt=new WeakMap,c.set(st,nt));let Rt=nt.get(O);Rt===void 0&&(Rt=i.getUniformBlockIndex(st,O.name),i.uniformBlockBinding(st,Rt,Rt),nt.set(O,Rt))}function it(O,st,nt){let vt=c.get(st).get(O);l[vt]!==nt&&(i.bindBufferBase(i.UNIFORM_BUFFER,vt,nt),l[vt]=nt)}function mt(){i.disable(i.BLEND),i.disable(i.CULL_FACE),i.disable(i.DEPTH_TEST),i.disable(i.POLYGON_OFFSET_FILL),i.disable(i.SCISSOR_TEST),i.disable(i.STENCIL_TEST),i.disable(i.SAMPLE_ALPHA_TO_COVERAGE),i.blendEquation(i.FUNC_ADD),i.blendFunc(i.ONE,i.ZERO),i.blendFuncSeparate(i.ONE,i.ZERO,i.ONE,i.ZERO),i.blendColor(0,0,0,0),i.colorMask(!0,!0,!0,!0),i.clearColor(0,0,0,0),i.depthMask(!0),i.depthFunc(i.LESS),o.setReversed(!1),i.clearDepth(1),i.stencilMask(4294967295),i.stencilFunc(i.ALWAYS,0,4294967295),i.stencilOp(i.KEEP,i.KEEP,i.KEEP),i.clearStencil(0),i.cullFace(i.BACK),i.frontFace(i.CCW),i.polygonOffset(0,0),i.activeTexture(i.TEXTURE0),i.bindFramebuffer(i.FRAMEBUFFER,null),i.bindFramebuffer(i.DRAW_FRAMEBUFFER,null),i.bindFramebuffer(i.READ_FRAMEBUFFER,null),i.useProgram(null),i.lineWidth(1),i.scissor(0,0,i.canvas.width,i.canvas.height),i.viewport(0,0,i.canvas.width,i.canvas.height),i.pixelStorei(i.PACK_ALIGNMENT,4),i.pixelStorei(i.UNPACK_ALIGNMENT,4),i.pixelStorei(i.UNPACK_FLIP_Y_WEBGL,!1),i.pixelStorei(i.UNPACK_PREMULTIPLY_ALPHA_WEBGL,!1),i.pixelStorei(i.UNPACK_COLORSPACE_CONVERSION_WEBGL,i.BROWSER_DEFAULT_WEBGL),i.pixelStorei(i.PACK_ROW_LENGTH,0),i.pixelStorei(i.PACK_SKIP_PIXELS,0),i.pixelStorei(i.PACK_SKIP_ROWS,0),i.pixelStorei(i.UNPACK_ROW_LENGTH,0),i.pixelStorei(i.UNPACK_IMAGE_HEIGHT,0),i.pixelStorei(i.UNPACK_SKIP_PIXELS,0),i.pixelStorei(i.UNPACK_SKIP_ROWS,0),i.pixelStorei(i.UNPACK_SKIP_IMAGES,0),h={},u={},j=null,tt={},d={},l={},f=new WeakMap,p=[],y=null,m=!1,g=null,S=null,A=null,v=null,P=null,E=null,_=null,T=new ae(0,0,0),B=0,U=!1,L=null,H=null,W=null,D=null,V=null,Q.set(0,0,i.canvas.width,i.canvas.height),gt.set(0,0,i.canvas.width,i.canvas.height),r.reset(),o.reset(),a.reset()}return{buffers:{color:r,depth:o,stencil:a},enable:bt,disable:Ht,bindFramebuffer:ie,drawBuffers:Jt,useProgram:se,setBlending:yt,setMaterial:_t,setFlipSided:Bt,setCullFace:Lt,setLineWidth:ee,setPolygonOffset:zt,setScissorTest:_e,activeTexture:de,bindTexture:ye,unbindTexture:F,compressedTexImage2D:St,compressedTexImage3D:Xt,texImage2D:M,texImage3D:X,pixelStorei:ot,getParameter:ut,updateUBOMapping:et,uniformBlockBinding:it,texStorage2D:Qt,texStorage3D:R,texSubImage2D:he,texSubImage3D:wt,compressedTexSubImage2D:De,compressedTexSubImage3D:$t,scissor:Mt,viewport:Et,reset:mt}}function dT(i,t,e,n,s,r,o){let a=t.has("WEBGL_multisampled_render_to_texture")?t.get("WEBGL_multisampled_render_to_texture"):null,l=typeof navigator>"u"?!1:/OculusBrowser/g.test(navigator.userAgent),c=new pt,h=new WeakMap,u=new Set,d,f=new WeakMap,p=new Set,y=new FinalizationRegistry(R=>p.delete(R)),m=!1;try{m=typeof OffscreenCanvas<"u"&&new OffscreenCanvas(1,1).getContext("2d")!==null}catch{}function g(R,M){return m?new OffscreenCanvas(R,M):La("canvas")}function S(R,M,X){let ut=1,ot=Qt(R);if((ot.width>X||ot.height>X)&&(ut=X/Math.max(ot.width,ot.height)),ut<1)if(typeof HTMLImageElement<"u"&&R instanceof HTMLImageElement||typeof HTMLCanvasElement<"u"&&R instanceof HTMLCanvasElement||typeof ImageBitmap<"u"&&R instanceof ImageBitmap||typeof VideoFrame<"u"&&R instanceof VideoFrame){let Mt=Math.floor(ut*ot.width),Et=Math.floor(ut*ot.height);d===void 0&&(d=g(Mt,Et));let et=M?g(Mt,Et):d;return et.width=Mt,et.height=Et,et.getContext("2d").drawImage(R,0,0,Mt,Et),te("WebGLRenderer: Texture has been resized from ("+ot.width+"x"+ot.height+") to ("+Mt+"x"+Et+")."),et}else return"data"in R&&te("WebGLRenderer: Image in DataTexture is too big ("+ot.width+"x"+ot.height+")."),R;return R}function A(R){return R.generateMipmaps}function v(R){i.generateMipmap(R)}function P(R){return R.isWebGLCubeRenderTarget?i.TEXTURE_CUBE_MAP:R.isWebGL3DRenderTarget?i.TEXTURE_3D:R.isWebGLArrayRenderTarget||R.isCompressedArrayTexture?i.TEXTURE_2D_ARRAY:i.TEXTURE_2D}function E(R,M,X,ut,ot,Mt=!1){if(R!==null){if(i[R]!==void 0)return i[R];te("WebGLRenderer: Attempt to use non-existing WebGL internal format '"+R+"'")}let Et;ut&&(Et=t.get("EXT_texture_norm16"),Et||te("WebGLRenderer: Unable to use normalized textures without EXT_texture_norm16 extension"));let et=M;if(M===i.RED&&(X===i.FLOAT&&(et=i.R32F),X===i.HALF_FLOAT&&(et=i.R16F),X===i.UNSIGNED_BYTE&&(et=i.R8),X===i.UNSIGNED_SHORT&&Et&&(et=Et.R16_EXT),X===i.SHORT&&Et&&(et=Et.R16_SNORM_EXT)),M===i.RED_INTEGER&&(X===i.UNSIGNED_BYTE&&(et=i.R8UI),X===i.UNSIGNED_SHORT&&(et=i.R16UI),X===i.UNSIGNED_INT&&(et=i.R32UI),X===i.BYTE&&(et=i.R8I),X===i.SHORT&&(et=i.R16I),X===i.INT&&(et=i.R32I)),M===i.RG&&(X===i.FLOAT&&(et=i.RG32F),X===i.HALF_FLOAT&&(et=i.RG16F),X===i.UNSIGNED_BYTE&&(et=i.RG8),X===i.UNSIGNED_SHORT&&Et&&(et=Et.RG16_EXT),X===i.SHORT&&Et&&(et=Et.RG16_SNORM_EXT)),M===i.RG_INTEGER&&(X===i.UNSIGNED_BYTE&&(et=i.RG8UI),X===i.UNSIGNED_SHORT&&(et=i.RG16UI),X===i.UNSIGNED_INT&&(et=i.RG32UI),X===i.BYTE&&(et=i.RG8I),X===i.SHORT&&(et=i.RG16I),X===i.INT&&(et=i.RG32I)),M===i.RGB_INTEGER&&(X===i.UNSIGNED_BYTE&&(et=i.RGB8UI),X===i.UNSIGNED_SHORT&&(et=i.RGB16UI),X===i.UNSIGNED_INT&&(et=i.RGB32UI),X===i.BYTE&&(et=i.RGB8I),X===i.SHORT&&(et=i.RGB16I),X===i.INT&&(et=i.RGB32I)),M===i.RGBA_INTEGER&&(X===i.UNSIGNED_BYTE&&(et=i.RGBA8UI),X===i.UNSIGNED_SHORT&&(et=i.RGBA16UI),X===i.UNSIGNED_INT&&(et=i.RGBA32UI),X===i.BYTE&&(et=i.RGBA8I),X===i.SHORT&&(et=i.RGBA16I),X===i.INT&&(et=i.RGBA32I)),M===i.RGB&&(X===i.UNSIGNED_SHORT&&Et&&(et=Et.RGB16_EXT),X===i.SHORT&&Et&&(et=Et.RGB16_SNORM_EXT),X===i.UNSIGNED_INT_5_9_9_9_REV&&(et=i.RGB9_E5),X===i.UNSIGNED_INT_10F_11F_11F_REV&&(et=i.R11F_G11F_B10F)),M===i.RGBA){let it=Mt?Ia:Ae.getTransfer(ot);X===i.FLOAT&&(et=i.RGBA32F),X===i.HALF_FLOAT&&(et=i.RGBA16F),X===i.UNSIGNED_BYTE&&(et=it===Ue?i.SRGB8_ALPHA8:i.RGBA8),X===i.UNSIGNED_SHORT&&Et&&(et=Et.RGBA16_EXT),X===i.SHORT&&Et&&(et=Et.RGBA16_SNORM_EXT),X===i.UNSIGNED_SHORT_4_4_4_4&&(et=i.RGBA4),X===i.UNSIGNED_SHORT_5_5_5_1&&(et=i.RGB5_A1)}return(et===i.R16F||et===i.R32F||et===i.RG16F||et===i.RG32F||et===i.RGBA16F||et===i.RGBA32F)&&t.get("EXT_color_buffer_float"),et}function _(R,M){let X;return R?M===null||M===Vi||M===Lr?X=i.DEPTH24_STENCIL8:M===Pi?X=i.DEPTH32F_STENCIL8:M===Go&&(X=i.DEPTH24_STENCIL8,te("DepthTexture: 16 bit depth attachment is not supported with stencil. Using 24-bit attachment.")):M===null||M===Vi||M===Lr?X=i.DEPTH_COMPONENT24:M===Pi?X=i.DEPTH_COMPONENT32F:M===Go&&(X=i.DEPTH_COMPONENT16),X}function T(R,M){return A(R)===!0||R.isFramebufferTexture&&R.minFilter!==In&&R.minFilter!==Qn?Math.log2(Math.max(M.width,M.height))+1:R.mipmaps.length>0?R.mipmaps.length:R.isCompressedTexture&&Array.isArray(R.image)?M.mipmaps.length:1}function B(R){let M=new WeakRef(R);n.get(R).__ref=M,p.add(M),y.register(R,M,M)}function U(R){let M=n.get(R).__ref;M!==void 0&&(p.delete(M),y.unregister(M))}function L(R){W(R.target)}function H(R){D(R.target)}function W(R){R.removeEventListener("dispose",L),U(R),q(R),R.isVideoTexture&&h.delete(R),R.isHTMLTexture&&u.delete(R)}function D(R){R.removeEventListener("dispose",H),U(R),lt(R)}function V(){for(let R of p){let M=R.deref();M!==void 0&&(M.isRenderTarget===!0?D(M):W(M))}p.clear(),u.clear()}function q(R){let M=n.get(R);if(M.__webglInit===void 0)return;let X=R.source,ut=f.get(X);if(ut){let ot=ut[M.__cacheKey];ot.usedTimes--,ot.usedTimes===0&&k(R),Object.keys(ut).length===0&&f.delete(X)}n.remove(R)}function k(R){let M=n.get(R);i.deleteTexture(M.__webglTexture);let X=R.source,ut=f.get(X);delete ut[M.__cacheKey],o.memory.textures--}function lt(R){let M=n.get(R);M.__depthDisposeCallback&&M.__depthDisposeCallback();let X=R.depthTexture;if(X&&X.renderTarget===R&&W(X),R.isWebGLCubeRenderTarget)for(let ot=0;ot<6;ot++){if(Array.isArray(M.__webglFramebuffer[ot]))for(let Mt=0;Mt<M.__webglFramebuffer[ot].length;Mt++)i.deleteFramebuffer(M.__webglFramebuffer[ot][Mt]);else i.deleteFramebuffer(M.__webglFramebuffer[ot]);M.__webglDepthbuffer&&i.deleteRenderbuffer(M.__webglDepthbuffer[ot])}else{if(Array.isArray(M.__webglFramebuffer))for(let ot=0;ot<M.__webglFramebuffer.length;ot++)i.deleteFramebuffer(M.__webglFramebuffer[ot]);else i.deleteFramebuffer(M.__webglFramebuffer);if(M.__webglDepthbuffer&&i.deleteRenderbuffer(M.__webglDepthbuffer),M.__webglMultisampledFramebuffer&&i.deleteFramebuffer(M.__webglMultisampledFramebuffer),M.__webglColorRenderbuffer)for(let ot=0;ot<M.__webglColorRenderbuffer.length;ot++)M.__webglColorRenderbuffer[ot]&&i.deleteRenderbuffer(M.__webglColorRenderbuffer[ot]);M.__webglDepthRenderbuffer&&i.deleteRenderbuffer(M.__webglDepthRenderbuffer)}let ut=R.textures;for(let ot=0,Mt=ut.length;ot<Mt;ot++){let Et=n.get(ut[ot]);Et.__webglTexture&&(i.deleteTexture(Et.__webglTexture),o.memory.textures--),n.remove(ut[ot])}n.remove(R)}let Z=0;function j(){Z=0}function tt(){return Z}function dt(R){Z=R}function ct(){let R=Z;return R>=s.maxTextures&&te("WebGLTextures: Trying to use "+(R+1)+" texture units while this GPU supports only "+s.maxTextures),Z+=1,R}function Q(R){let M=[];return M.push(R.wrapS),M.push(R.wrapT),M.push(R.wrapR||0),M.push(R.magFilter),M.push(R.minFilter),M.push(R.anisotropy),M.push(R.internalFormat),M.push(R.format),M.push(R.type),M.push(R.generateMipmaps),M.push(R.mipmapsAutoUpdate),M.push(R.premultiplyAlpha),M.push(R.flipY),M.push(R.unpackAlignment),M.push(R.colorSpace),M.join()}function gt(R,M){let X=n.get(R);if(R.isVideoTexture&&De(R),R.isRenderTargetTexture===!1&&R.isExternalTexture!==!0&&R.version>0&&X.__version!==R.version){let ut=R.image;if(ut===null)te("WebGLRenderer: Texture marked for update but no image data found.");else if(ut.complete===!1)te("WebGLRenderer: Texture marked for update but image is incomplete");else{_t(X,R,M);return}}else R.isExternalTexture&&(X.__webglTexture=R.sourceTexture?R.sourceTexture:null);e.bindTexture(i.TEXTURE_2D,X.__webglTexture,i.TEXTURE0+M)}function xt(R,M){let X=n.get(R);if(R.isRenderTargetTexture===!1&&R.version>0&&X.__version!==R.version){_t(X,R,M);return}else R.isExternalTexture&&(X.__webglTexture=R.sourceTexture?R.sourceTexture:null);e.bindTexture(i.TEXTURE_2D_ARRAY,X.__webglTexture,i.TEXTURE0+M)}function It(R,M){let X=n.get(R);if(R.isRenderTargetTexture===!1&&R.version>0&&X.__version!==R.version){_t(X,R,M);return}e.bindTexture(i.TEXTURE_3D,X.__webglTexture,i.TEXTURE0+M)}function bt(R,M){let X=n.get(R);if(R.version>0&&X.__version!==R.version){Bt(X,R,M);return}e.bindTexture(i.TEXTURE_CUBE_MAP,X.__webglTexture,i.TEXTURE0+M)}let Ht={[kc]:i.REPEAT,[ts]:i.CLAMP_TO_EDGE,[Vc]:i.MIRRORED_REPEAT},ie={[In]:i.NEAREST,[j0]:i.NEAREST_MIPMAP_NEAREST,[hl]:i.NEAREST_MIPMAP_LINEAR,[Qn]:i.LINEAR,[Sh]:i.LINEAR_MIPMAP_NEAREST,[As]:i.LINEAR_MIPMAP_LINEAR},Jt={[n_]:i.NEVER,[Wf]:i.ALWAYS,[i_]:i.LESS,[Hf]:i.LEQUAL,[s_]:i.EQUAL,[Gf]:i.GEQUAL,[r_]:i.GREATER,[o_]:i.NOTEQUAL};function se(R,M){if(M.type===Pi&&t.has("OES_texture_float_linear")===!1&&(M.magFilter===Qn||M.magFilter===Sh||M.magFilter===hl||M.magFilter===As||M.minFilter===Qn||M.minFilter===Sh||M.minFilter===hl||M.minFilter===As)&&te("WebGLRenderer: Unable to use linear filtering with floating point textures. OES_texture_float_linear not supported on this device."),i.texParameteri(R,i.TEXTURE_WRAP_S,Ht[M.wrapS]),i.texParameteri(R,i.TEXTURE_WRAP_T,Ht[M.wrapT]),(R===i.TEXTURE_3D||R===i.TEXTURE_2D_ARRAY)&&i.texParameteri(R,i.TEXTURE_WRAP_R,Ht[M.wrapR]),i.texParameteri(R,i.TEXTURE_MAG_FILTER,ie[M.magFilter]),i.texParameteri(R,i.TEXTURE_MIN_FILTER,ie[M.minFilter]),M.compareFunction&&(i.texParameteri(R,i.TEXTURE_COMPARE_MODE,i.COMPARE_REF_TO_TEXTURE),i.texParameteri(R,i.TEXTURE_COMPARE_FUNC,Jt[M.compareFunction])),t.has("EXT_texture_filter_anisotropic")===!0){if(M.magFilter===In||M.minFilter!==hl&&M.minFilter!==As||M.type===Pi&&t.has("OES_texture_float_linear")===!1)return;if(M.anisotropy>1||n.get(M).__currentAnisotropy){let X=t.get("EXT_texture_filter_anisotropic");i.texParameterf(R,X.TEXTURE_MAX_ANISOTROPY_EXT,Math.min(M.anisotropy,s.getMaxAnisotropy())),n.get(M).__currentAnisotropy=M.anisotropy}}}function ne(R,M){let X=!1;R.__webglInit===void 0&&(R.__webglInit=!0,M.addEventListener("dispose",L),B(M));let ut=M.source,ot=f.get(ut);ot===void 0&&(ot={},f.set(ut,ot));let Mt=Q(M);if(Mt!==R.__cacheKey){ot[Mt]===void 0&&(ot[Mt]={texture:i.createTexture(),usedTimes:0},o.memory.textures++,X=!0),ot[Mt].usedTimes++;let Et=ot[R.__cacheKey];Et!==void 0&&(ot[R.__cacheKey].usedTimes--,Et.usedTimes===0&&k(M)),R.__cacheKey=Mt,R.__webglTexture=ot[Mt].texture}return X}function rt(R,M,X){return Math.floor(Math.floor(R/X)/M)}function yt(R,M,X,ut){let Mt=R.updateRanges;if(Mt.length===0)e.texSubImage2D(i.TEXTURE_2D,0,0,0,M.width,M.height,X,ut,M.data);else{Mt.sort((O,st)=>O.start-st.start);let Et=0;for(let O=1;O<Mt.length;O++){let st=Mt[Et],nt=Mt[O],Rt=st.start+st.count,vt=rt(nt.start,M.width,4),At=rt(st.start,M.width,4);nt.start<=Rt+1&&vt===At&&rt(nt.start+nt.count-1,M.width,4)===vt?st.count=Math.max(st.count,nt.start+nt.count-st.start):(++Et,Mt[Et]=nt)}Mt.length=Et+1;let et=e.getParameter(i.UNPACK_ROW_LENGTH),it=e.getParameter(i.UNPACK_SKIP_PIXELS),mt=e.getParameter(i.UNPACK_SKIP_ROWS);e.pixelStorei(i.UNPACK_ROW_LENGTH,M.width);for(let O=0,st=Mt.length;O<st;O++){let nt=Mt[O],Rt=Math.floor(nt.start/4),vt=Math.ceil(nt.count/4),At=Rt%M.width,Kt=Math.floor(Rt/M.width),le=vt,ht=1;e.pixelStorei(i.UNPACK_SKIP_PIXELS,At),e.pixelStorei(i.UNPACK_SKIP_ROWS,Kt),e.texSubImage2D(i.TEXTURE_2D,0,At,Kt,le,ht,X,ut,M.data)}R.clearUpdateRanges(),e.pixelStorei(i.UNPACK_ROW_LENGTH,et),e.pixelStorei(i.UNPACK_SKIP_PIXELS,it),e.pixelStorei(i.UNPACK_SKIP_ROWS,mt)}}function _t(R,M,X){let ut=i.TEXTURE_2D;(M.isDataArrayTexture||M.isCompressedArrayTexture)&&(ut=i.TEXTURE_2D_ARRAY),M.isData3DTexture&&(ut=i.TEXTURE_3D);let ot=ne(R,M),Mt=M.source;e.bindTexture(ut,R.__webglTexture,i.TEXTURE0+X);let Et=n.get(Mt);if(Mt.version!==Et.__version||ot===!0){if(e.activeTexture(i.TEXTURE0+X),(typeof ImageBitmap<"u"&&M.image instanceof ImageBitmap)===!1){let ht=Ae.getPrimaries(Ae.workingColorSpace),qt=M.colorSpace===Cs?null:Ae.getPrimaries(M.colorSpace),ce=M.colorSpace===Cs||ht===qt?i.NONE:i.BROWSER_DEFAULT_WEBGL;e.pixelStorei(i.UNPACK_FLIP_Y_WEBGL,M.flipY),e.pixelStorei(i.UNPACK_PREMULTIPLY_ALPHA_WEBGL,M.premultiplyAlpha),e.pixelStorei(i.UNPACK_COLORSPACE_CONVERSION_WEBGL,ce)}e.pixelStorei(i.UNPACK_ALIGNMENT,M.unpackAlignment);let it=S(M.image,!1,s.maxTextureSize);it=$t(M,it);let mt=r.convert(M.format,M.colorSpace),O=r.convert(M.type),st=E(M.internalFormat,mt,O,M.normalized,M.colorSpace,M.isVideoTexture);se(ut,M);let nt,Rt=M.mipmaps,vt=M.isVideoTexture!==!0,At=Et.__version===void 0||ot===!0,Kt=Mt.dataReady,le=T(M,it);if(M.isDepthTexture)st=_(M.format===Rs,M.type),At&&(vt?e.texStorage2D(i.TEXTURE_2D,1,st,it.width,it.height):e.texImage2D(i.TEXTURE_2D,0,st,it.width,it.height,0,mt,O,null));else if(M.isDataTexture)if(Rt.length>0){vt&&At&&e.texStorage2D(i.TEXTURE_2D,le,st,Rt[0].width,Rt[0].height);for(let ht=0,qt=Rt.length;ht<qt;ht++)nt=Rt[ht],vt?Kt&&e.texSubImage2D(i.TEXTURE_2D,ht,0,0,nt.width,nt.height,mt,O,nt.data):e.texImage2D(i.TEXTURE_2D,ht,st,nt.width,nt.height,0,mt,O,nt.data);M.generateMipmaps=!1}else vt?(At&&e.texStorage2D(i.TEXTURE_2D,le,st,it.width,it.height),Kt&&yt(M,it,mt,O)):e.texImage2D(i.TEXTURE_2D,0,st,it.width,it.height,0,mt,O,it.data);else if(M.isCompressedTexture)if(M.isCompressedArrayTexture){vt&&At&&e.texStorage3D(i.TEXTURE_2D_ARRAY,le,st,Rt[0].width,Rt[0].height,it.depth);for(let ht=0,qt=Rt.length;ht<qt;ht++)if(nt=Rt[ht],M.format!==Gi)if(mt!==null)if(vt){if(Kt)if(M.layerUpdates.size>0){let ce=ep(nt.width,nt.height,M.format,M.type);for(let Nt of M.layerUpdates){let xe=nt.data.subarray(Nt*ce/nt.data.BYTES_PER_ELEMENT,(Nt+1)*ce/nt.data.BYTES_PER_ELEMENT);e.compressedTexSubImage3D(i.TEXTURE_2D_ARRAY,ht,0,0,Nt,nt.width,nt.height,1,mt,xe)}}else e.compressedTexSubImage3D(i.TEXTURE_2D_ARRAY,ht,0,0,0,nt.width,nt.height,it.depth,mt,nt.data)}else e.compressedTexImage3D(i.TEXTURE_2D_ARRAY,ht,st,nt.width,nt.height,it.depth,0,nt.data,0,0);else te("WebGLRenderer: Attempt to load unsupported compressed texture format in .uploadTexture()");else vt?Kt&&e.texSubImage3D(i.TEXTURE_2D_ARRAY,ht,0,0,0,nt.width,nt.height,it.depth,mt,O,nt.data):e.texImage3D(i.TEXTURE_2D_ARRAY,ht,st,nt.width,nt.height,it.depth,0,mt,O,nt.data);M.layerUpdates.size>0&&M.clearLayerUpdates()}else{vt&&At&&e.texStorage2D(i.TEXTURE_2D,le,st,Rt[0].width,Rt[0].height);for(let ht=0,qt=Rt.length;ht<qt;ht++)nt=Rt[ht],M.format!==Gi?mt!==null?vt?Kt&&e.compressedTexSubImage2D(i.TEXTURE_2D,ht,0,0,nt.width,nt.height,mt,nt.data):e.compressedTexImage2D(i.TEXTURE_2D,ht,st,nt.width,nt.height,0,nt.data):te("WebGLRenderer: Attempt to load unsupported compressed texture format in .uploadTexture()"):vt?Kt&&e.texSubImage2D(i.TEXTURE_2D,ht,0,0,nt.width,nt.height,mt,O,nt.data):e.texImage2D(i.TEXTURE_2D,ht,st,nt.width,nt.height,0,mt,O,nt.data)}else if(M.isDataArrayTexture)if(vt){if(At&&e.texStorage3D(i.TEXTURE_2D_ARRAY,le,st,it.width,it.height,it.depth),Kt)if(M.layerUpdates.size>0){let ht=ep(it.width,it.height,M.format,M.type);for(let qt of M.layerUpdates){let ce=it.data.subarray(qt*ht/it.data.BYTES_PER_ELEMENT,(qt+1)*ht/it.data.BYTES_PER_ELEMENT);e.texSubImage3D(i.TEXTURE_2D_ARRAY,0,0,0,qt,it.width,it.height,1,mt,O,ce)}M.clearLayerUpdates()}else e.texSubImage3D(i.TEXTURE_2D_ARRAY,0,0,0,0,it.width,it.height,it.depth,mt,O,it.data)}else e.texImage3D(i.TEXTURE_2D_ARRAY,0,st,it.width,it.height,it.depth,0,mt,O,it.data);else if(M.isData3DTexture)vt?(At&&e.texStorage3D(i.TEXTURE_3D,le,st,it.width,it.height,it.depth),Kt&&e.texSubImage3D(i.TEXTURE_3D,0,0,0,0,it.width,it.height,it.depth,mt,O,it.data)):e.texImage3D(i.TEXTURE_3D,0,st,it.width,it.height,it.depth,0,mt,O,it.data);else if(M.isFramebufferTexture){if(At)if(vt)e.texStorage2D(i.TEXTURE_2D,le,st,it.width,it.height);else{let ht=it.width,qt=it.height;for(let ce=0;ce<le;ce++)e.texImage2D(i.TEXTURE_2D,ce,st,ht,qt,0,mt,O,null),ht>>=1,qt>>=1}}else if(M.isHTMLTexture){if("texElementImage2D"in i){let ht=i.canvas;if(ht.hasAttribute("layoutsubtree")||ht.setAttribute("layoutsubtree","true"),it.parentNode!==ht){ht.appendChild(it),u.add(M),ht.onpaint=qt=>{let ce=qt.changedElements;for(let Nt of u)ce.includes(Nt.image)&&(Nt.needsUpdate=!0)},ht.requestPaint();return}if(i.texElementImage2D.length===3)i.texElementImage2D(i.TEXTURE_2D,i.RGBA8,it);else{let ce=i.RGBA,Nt=i.RGBA,xe=i.UNSIGNED_BYTE;i.texElementImage2D(i.TEXTURE_2D,0,ce,Nt,xe,it)}i.texParameteri(i.TEXTURE_2D,i.TEXTURE_MIN_FILTER,i.LINEAR),i.texParameteri(i.TEXTURE_2D,i.TEXTURE_WRAP_S,i.CLAMP_TO_EDGE),i.texParameteri(i.TEXTURE_2D,i.TEXTURE_WRAP_T,i.CLAMP_TO_EDGE)}}else if(Rt.length>0){if(vt&&At){let ht=Qt(Rt[0]);e.texStorage2D(i.TEXTURE_2D,le,st,ht.width,ht.height)}for(let ht=0,qt=Rt.length;ht<qt;ht++)nt=Rt[ht],vt?Kt&&e.texSubImage2D(i.TEXTURE_2D,ht,0,0,mt,O,nt):e.texImage2D(i.TEXTURE_2D,ht,st,mt,O,nt);M.generateMipmaps=!1}else if(vt){if(At){let ht=Qt(it);e.texStorage2D(i.TEXTURE_2D,le,st,ht.width,ht.height)}Kt&&e.texSubImage2D(i.TEXTURE_2D,0,0,0,mt,O,it)}else e.texImage2D(i.TEXTURE_2D,0,st,mt,O,it);A(M)&&M.mipmapsAutoUpdate===!0&&v(ut),Et.__version=Mt.version,M.onUpdate&&M.onUpdate(M)}R.__version=M.version}function Bt(R,M,X){if(M.image.length!==6)return;let ut=ne(R,M),ot=M.source;e.bindTexture(i.TEXTURE_CUBE_MAP,R.__webglTexture,i.TEXTURE0+X);let Mt=n.get(ot);if(ot.version!==Mt.__version||ut===!0){e.activeTexture(i.TEXTURE0+X);let Et=Ae.getPrimaries(Ae.workingColorSpace),et=M.colorSpace===Cs?null:Ae.getPrimaries(M.colorSpace),it=M.colorSpace===Cs||Et===et?i.NONE:i.BROWSER_DEFAULT_WEBGL;e.pixelStorei(i.UNPACK_FLIP_Y_WEBGL,M.flipY),e.pixelStorei(i.UNPACK_PREMULTIPLY_ALPHA_WEBGL,M.premultiplyAlpha),e.pixelStorei(i.UNPACK_ALIGNMENT,M.unpackAlignment),e.pixelStorei(i.UNPACK_COLORSPACE_CONVERSION_WEBGL,it);let mt=M.isCompressedTexture||M.image[0].isCompressedTexture,O=M.image[0]&&M.image[0].isDataTexture,st=[];for(let Nt=0;Nt<6;Nt++)!mt&&!O?st[Nt]=S(M.image[Nt],!0,s.maxCubemapSize):st[Nt]=O?M.image[Nt].image:M.image[Nt],st[Nt]=$t(M,st[Nt]);let nt=st[0],Rt=r.convert(M.format,M.colorSpace),vt=r.convert(M.type),At=E(M.internalFormat,Rt,vt,M.normalized,M.colorSpace),Kt=M.isVideoTexture!==!0,le=Mt.__version===void 0||ut===!0,ht=ot.dataReady,qt=T(M,nt);se(i.TEXTURE_CUBE_MAP,M);let ce;if(M.isDepthTexture){if(At=_(M.format===Rs,M.type),le)if(Kt)e.texStorage2D(i.TEXTURE_CUBE_MAP,1,At,nt.width,nt.height);else for(let Nt=0;Nt<6;Nt++)e.texImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Nt,0,At,nt.width,nt.height,0,Rt,vt,null)}else if(mt){Kt&&le&&e.texStorage2D(i.TEXTURE_CUBE_MAP,qt,At,nt.width,nt.height);for(let Nt=0;Nt<6;Nt++){ce=st[Nt].mipmaps;for(let xe=0;xe<ce.length;xe++){let Xe=ce[xe];M.format!==Gi?Rt!==null?Kt?ht&&e.compressedTexSubImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Nt,xe,0,0,Xe.width,Xe.height,Rt,Xe.data):e.compressedTexImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Nt,xe,At,Xe.width,Xe.height,0,Xe.data):te("WebGLRenderer: Attempt to load unsupported compressed texture format in .setTextureCube()"):Kt?ht&&e.texSubImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Nt,xe,0,0,Xe.width,Xe.height,Rt,vt,Xe.data):e.texImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Nt,xe,At,Xe.width,Xe.height,0,Rt,vt,Xe.data)}}}else{if(ce=M.mipmaps,Kt&&le){ce.length>0&&qt++;let Nt=Qt(st[0]);e.texStorage2D(i.TEXTURE_CUBE_MAP,qt,At,Nt.width,Nt.height)}for(let Nt=0;Nt<6;Nt++)if(O){Kt?ht&&e.texSubImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Nt,0,0,0,st[Nt].width,st[Nt].height,Rt,vt,st[Nt].data):e.texImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Nt,0,At,st[Nt].width,st[Nt].height,0,Rt,vt,st[Nt].data);for(let xe=0;xe<ce.length;xe++){let Xn=ce[xe].image[Nt].image;Kt?ht&&e.texSubImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Nt,xe+1,0,0,Xn.width,Xn.height,Rt,vt,Xn.data):e.texImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Nt,xe+1,At,Xn.width,Xn.height,0,Rt,vt,Xn.data)}}else{Kt?ht&&e.texSubImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Nt,0,0,0,Rt,vt,st[Nt]):e.texImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Nt,0,At,Rt,vt,st[Nt]);for(let xe=0;xe<ce.length;xe++){let Xe=ce[xe];Kt?ht&&e.texSubImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Nt,xe+1,0,0,Rt,vt,Xe.image[Nt]):e.texImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Nt,xe+1,At,Rt,vt,Xe.image[Nt])}}}A(M)&&M.mipmapsAutoUpdate===!0&&v(i.TEXTURE_CUBE_MAP),Mt.__version=ot.version,M.onUpdate&&M.onUpdate(M)}R.__version=M.version}function Lt(R,M,X,ut,ot,Mt){let Et=r.convert(X.format,X.colorSpace),et=r.convert(X.type),it=E(X.internalFormat,Et,et,X.normalized,X.colorSpace),mt=n.get(M),O=n.get(X);if(O.__renderTarget=M,!mt.__hasExternalTextures){let st=Math.max(1,M.width>>Mt),nt=Math.max(1,M.height>>Mt);ot===i.TEXTURE_3D||ot===i.TEXTURE_2D_ARRAY?e.texImage3D(ot,Mt,it,st,nt,M.depth,0,Et,et,null):e.texImage2D(ot,Mt,it,st,nt,0,Et,et,null)}e.bindFramebuffer(i.FRAMEBUFFER,R),wt(M)?a.framebufferTexture2DMultisampleEXT(i.FRAMEBUFFER,ut,ot,O.__webglTexture,0,he(M)):(ot===i.TEXTURE_2D||ot>=i.TEXTURE_CUBE_MAP_POSITIVE_X&&ot<=i.TEXTURE_CUBE_MAP_NEGATIVE_Z)&&i.framebufferTexture2D(i.FRAMEBUFFER,ut,ot,O.__webglTexture,Mt),e.bindFramebuffer(i.FRAMEBUFFER,null)}function ee(R,M,X){if(i.bindRenderbuffer(i.RENDERBUFFER,R),M.depthBuffer){let ut=M.depthTexture,ot=ut&&ut.isDepthTexture?ut.type:null,Mt=_(M.stencilBuffer,ot),Et=M.stencilBuffer?i.DEPTH_STENCIL_ATTACHMENT:i.DEPTH_ATTACHMENT;wt(M)?a.renderbufferStorageMultisampleEXT(i.RENDERBUFFER,he(M),Mt,M.width,M.height):X?i.renderbufferStorageMultisample(i.RENDERBUFFER,he(M),Mt,M.width,M.height):i.renderbufferStorage(i.RENDERBUFFER,Mt,M.width,M.height),i.framebufferRenderbuffer(i.FRAMEBUFFER,Et,i.RENDERBUFFER,R)}else{let ut=M.textures;for(let ot=0;ot<ut.length;ot++){let Mt=ut[ot],Et=r.convert(Mt.format,Mt.colorSpace),et=r.convert(Mt.type),it=E(Mt.internalFormat,Et,et,Mt.normalized,Mt.colorSpace);wt(M)?a.renderbufferStorageMultisampleEXT(i.RENDERBUFFER,he(M),it,M.width,M.height):X?i.renderbufferStorageMultisample(i.RENDERBUFFER,he(M),it,M.width,M.height):i.renderbufferStorage(i.RENDERBUFFER,it,M.width,M.height)}}i.bindRenderbuffer(i.RENDERBUFFER,null)}function zt(R,M,X){let ut=M.isWebGLCubeRenderTarget===!0;if(e.bindFramebuffer(i.FRAMEBUFFER,R),!(M.depthTexture&&M.depthTexture.isDepthTexture))throw new Error("THREE.WebGLTextures: renderTarget.depthTexture must be an instance of THREE.DepthTexture.");let ot=n.get(M.depthTexture);ot.__renderTarget=M;let Mt=ut?M.depthTexture.image[0]:M.depthTexture.image;(!ot.__webglTexture||Mt.width!==M.width||Mt.height!==M.height)&&(Mt.width=M.width,Mt.height=M.height,M.depthTexture.needsUpdate=!0),ut?bt(M.depthTexture,0):gt(M.depthTexture,0);let Et=ot.__webglTexture,et=he(M),it=ut?i.TEXTURE_CUBE_MAP_POSITIVE_X+X:i.TEXTURE_2D,mt=M.depthTexture.format===Rs?i.DEPTH_STENCIL_ATTACHMENT:i.DEPTH_ATTACHMENT;if(M.depthTexture.format===bs)wt(M)?a.framebufferTexture2DMultisampleEXT(i.FRAMEBUFFER,mt,it,Et,0,et):i.framebufferTexture2D(i.FRAMEBUFFER,mt,it,Et,0);else if(M.depthTexture.format===Rs)wt(M)?a.framebufferTexture2DMultisampleEXT(i.FRAMEBUFFER,mt,it,Et,0,et):i.framebufferTexture2D(i.FRAMEBUFFER,mt,it,Et,0);else throw new Error("THREE.WebGLTextures: Unknown depthTexture format.")}function _e(R){let M=n.get(R),X=R.isWebGLCubeRenderTarget===!0;if(M.__boundDepthTexture!==R.depthTexture){let ut=R.depthTexture;if(M.__depthDisposeCallback&&M.__depthDisposeCallback(),ut){let ot=()=>{delete M.__boundDepthTexture,delete M.__depthDisposeCallback,ut.removeEventListener("dispose",ot)};ut.addEventListener("dispose",ot),M.__depthDisposeCallback=ot}M.__boundDepthTexture=ut}if(R.depthTexture&&!M.__autoAllocateDepthBuffer)if(X)for(let ut=0;ut<6;ut++)zt(M.__webglFramebuffer[ut],R,ut);else R.texture.mipmaps.length>0?zt(M.__webglFramebuffer[0],R,0):zt(M.__webglFramebuffer,R,0);else if(X){M.__webglDepthbuffer=[];for(let ut=0;ut<6;ut++)if(e.bindFramebuffer(i.FRAMEBUFFER,M.__webglFramebuffer[ut]),M.__webglDepthbuffer[ut]===void 0)M.__webglDepthbuffer[ut]=i.createRenderbuffer(),ee(M.__webglDepthbuffer[ut],R,!1);else{let ot=R.stencilBuffer?i.DEPTH_STENCIL_ATTACHMENT:i.DEPTH_ATTACHMENT,Mt=M.__webglDepthbuffer[ut];i.bindRenderbuffer(i.RENDERBUFFER,Mt),i.framebufferRenderbuffer(i.FRAMEBUFFER,ot,i.RENDERBUFFER,Mt)}}else if(R.texture.mipmaps.length>0?e.bindFramebuffer(i.FRAMEBUFFER,M.__webglFramebuffer[0]):e.bindFramebuffer(i.FRAMEBUFFER,M.__webglFramebuffer),M.__webglDepthbuffer===void 0)M.__webglDepthbuffer=i.createRenderbuffer(),ee(M.__webglDepthbuffer,R,!1);else{let ot=R.stencilBuffer?i.DEPTH_STENCIL_ATTACHMENT:i.DEPTH_ATTACHMENT,Mt=M.__webglDepthbuffer;i.bindRenderbuffer(i.RENDERBUFFER,Mt),i.framebufferRenderbuffer(i.FRAMEBUFFER,ot,i.RENDERBUFFER,Mt)}e.bindFramebuffer(i.FRAMEBUFFER,null)}function de(R,M,X){let ut=n.get(R);M!==void 0&&Lt(ut.__webglFramebuffer,R,R.texture,i.COLOR_ATTACHMENT0,i.TEXTURE_2D,0),X!==void 0&&_e(R)}function ye(R){let M=R.texture,X=n.get(R),ut=n.get(M);R.addEventListener("dispose",H),B(R);let ot=R.textures,Mt=R.isWebGLCubeRenderTarget===!0,Et=ot.length>1;if(Et||(ut.__webglTexture===void 0&&(ut.__webglTexture=i.createTexture()),ut.__version=M.version,o.memory.textures++),Mt){X.__webglFramebuffer=[];for(let et=0;et<6;et++)if(M.mipmaps.length>0){X.__webglFramebuffer[et]=[];for(let it=0;it<M.mipmaps.length;it++)X.__webglFramebuffer[et][it]=i.createFramebuffer()}else X.__webglFramebuffer[et]=i.createFramebuffer()}else{if(M.mipmaps.length>0){X.__webglFramebuffer=[];for(let et=0;et<M.mipmaps.length;et++)X.__webglFramebuffer[et]=i.createFramebuffer()}else X.__webglFramebuffer=i.createFramebuffer();if(Et)for(let et=0,it=ot.length;et<it;et++){let mt=n.get(ot[et]);mt.__webglTexture===void 0&&(mt.__webglTexture=i.createTexture(),o.memory.textures++)}if(R.samples>0&&wt(R)===!1){X.__webglMultisampledFramebuffer=i.createFramebuffer(),X.__webglColorRenderbuffer=[],e.bindFramebuffer(i.FRAMEBUFFER,X.__webglMultisampledFramebuffer);for(let et=0;et<ot.length;et++){let it=ot[et];X.__webglColorRenderbuffer[et]=i.createRenderbuffer(),i.bindRenderbuffer(i.RENDERBUFFER,X.__webglColorRenderbuffer[et]);let mt=r.convert(it.format,it.colorSpace),O=r.convert(it.type),st=E(it.internalFormat,mt,O,it.normalized,it.colorSpace,R.isXRRenderTarget===!0),nt=he(R);i.renderbufferStorageMultisample(i.RENDERBUFFER,nt,st,R.width,R.height),i.framebufferRenderbuffer(i.FRAMEBUFFER,i.COLOR_ATTACHMENT0+et,i.RENDERBUFFER,X.__webglColorRenderbuffer[et])}i.bindRenderbuffer(i.RENDERBUFFER,null),R.depthBuffer&&(X.__webglDepthRenderbuffer=i.createRenderbuffer(),ee(X.__webglDepthRenderbuffer,R,!0)),e.bindFramebuffer(i.FRAMEBUFFER,null)}}if(Mt){e.bindTexture(i.TEXTURE_CUBE_MAP,ut.__webglTexture),se(i.TEXTURE_CUBE_MAP,M);for(let et=0;et<6;et++)if(M.mipmaps.length>0)for(let it=0;it<M.mipmaps.length;it++)Lt(X.__webglFramebuffer[et][it],R,M,i.COLOR_ATTACHMENT0,i.TEXTURE_CUBE_MAP_POSITIVE_X+et,it);else Lt(X.__webglFramebuffer[et],R,M,i.COLOR_ATTACHMENT0,i.TEXTURE_CUBE_MAP_POSITIVE_X+et,0);A(M)?v(i.TEXTURE_CUBE_MAP):M.mipmaps.length>0&&i.texParameteri(i.TEXTURE_CUBE_MAP,i.TEXTURE_MAX_LEVEL,M.mipmaps.length-1),e.unbindTexture()}else if(Et){for(let et=0,it=ot.length;et<it;et++){let mt=ot[et],O=n.get(mt),st=i.TEXTURE_2D;(R.isWebGL3DRenderTarget||R.isWebGLArrayRenderTarget)&&(st=R.isWebGL3DRenderTarget?i.TEXTURE_3D:i.TEXTURE_2D_ARRAY),e.bindTexture(st,O.__webglTexture),se(st,mt),Lt(X.__webglFramebuffer,R,mt,i.COLOR_ATTACHMENT0+et,st,0),A(mt)&&v(st)}e.unbindTexture()}else{let et=i.TEXTURE_2D;if((R.isWebGL3DRenderTarget||R.isWebGLArrayRenderTarget)&&(et=R.isWebGL3DRenderTarget?i.TEXTURE_3D:i.TEXTURE_2D_ARRAY),e.bindTexture(et,ut.__webglTexture),se(et,M),M.mipmaps.length>0)for(let it=0;it<M.mipmaps.length;it++)Lt(X.__webglFramebuffer[it],R,M,i.COLOR_ATTACHMENT0,et,it);else Lt(X.__webglFramebuffer,R,M,i.COLOR_ATTACHMENT0,et,0);A(M)?v(et):M.mipmaps.length>0&&i.texParameteri(et,i.TEXTURE_MAX_LEVEL,M.mipmaps.length-1),e.unbindTexture()}R.depthBuffer&&_e(R)}function F(R){let M=R.textures;for(let X=0,ut=M.length;X<ut;X++){let ot=M[X];if(A(ot)&&ot.mipmapsAutoUpdate===!0){let Mt=P(R),Et=n.get(ot).__webglTexture;e.bindTexture(Mt,Et),v(Mt),e.unbindTexture()}}}let St=[];function Xt(R){if(R.samples>0){if(wt(R)===!1){let M=R.textures,X=R.width,ut=R.height,ot=i.COLOR_BUFFER_BIT,Mt=R.stencilBuffer?i.DEPTH_STENCIL_ATTACHMENT:i.DEPTH_ATTACHMENT,Et=n.get(R),et=M.length>1;if(et)for(let mt=0;mt<M.length;mt++)e.bindFramebuffer(i.FRAMEBUFFER,Et.__webglMultisampledFramebuffer),i.framebufferRenderbuffer(i.FRAMEBUFFER,i.COLOR_ATTACHMENT0+mt,i.RENDERBUFFER,null),e.bindFramebuffer(i.FRAMEBUFFER,Et.__webglFramebuffer),i.framebufferTexture2D(i.DRAW_FRAMEBUFFER,i.COLOR_ATTACHMENT0+mt,i.TEXTURE_2D,null,0);e.bindFramebuffer(i.READ_FRAMEBUFFER,Et.__webglMultisampledFramebuffer),R.texture.mipmaps.length>0?e.bindFramebuffer(i.DRAW_FRAMEBUFFER,Et.__webglFramebuffer[0]):e.bindFramebuffer(i.DRAW_FRAMEBUFFER,Et.__webglFramebuffer);for(let mt=0;mt<M.length;mt++){if(R.resolveDepthBuffer&&(R.depthBuffer&&(ot|=i.DEPTH_BUFFER_BIT),R.stencilBuffer&&R.resolveStencilBuffer&&(ot|=i.STENCIL_BUFFER_BIT)),et){i.framebufferRenderbuffer(i.READ_FRAMEBUFFER,i.COLOR_ATTACHMENT0,i.RENDERBUFFER,Et.__webglColorRenderbuffer[mt]);let O=n.get(M[mt]).__webglTexture;i.framebufferTexture2D(i.DRAW_FRAMEBUFFER,i.COLOR_ATTACHMENT0,i.TEXTURE_2D,O,0)}i.blitFramebuffer(0,0,X,ut,0,0,X,ut,ot,i.NEAREST),l===!0&&(St.length=0,St.push(i.COLOR_ATTACHMENT0+mt),R.depthBuffer&&R.storeMultisampledDepthBuffer===!1&&St.push(Mt),i.invalidateFramebuffer(i.READ_FRAMEBUFFER,St))}if(e.bindFramebuffer(i.READ_FRAMEBUFFER,null),e.bindFramebuffer(i.DRAW_FRAMEBUFFER,null),et)for(let mt=0;mt<M.length;mt++){e.bindFramebuffer(i.FRAMEBUFFER,Et.__webglMultisampledFramebuffer),i.framebufferRenderbuffer(i.FRAMEBUFFER,i.COLOR_ATTACHMENT0+mt,i.RENDERBUFFER,Et.__webglColorRenderbuffer[mt]);let O=n.get(M[mt]).__webglTexture;e.bindFramebuffer(i.FRAMEBUFFER,Et.__webglFramebuffer),i.framebufferTexture2D(i.DRAW_FRAMEBUFFER,i.COLOR_ATTACHMENT0+mt,i.TEXTURE_2D,O,0)}e.bindFramebuffer(i.DRAW_FRAMEBUFFER,Et.__webglMultisampledFramebuffer)}else if(R.depthBuffer&&R.storeMultisampledDepthBuffer===!1&&l){let M=R.stencilBuffer?i.DEPTH_STENCIL_ATTACHMENT:i.DEPTH_ATTACHMENT;i.invalidateFramebuffer(i.DRAW_FRAMEBUFFER,[M])}}}function he(R){return Math.min(s.maxSamples,R.samples)}function wt(R){let M=n.get(R);return R.samples>0&&t.has("WEBGL_multisampled_render_to_texture")===!0&&M.__useRenderToTexture!==!1}function De(R){let M=o.render.frame;h.get(R)!==M&&(h.set(R,M),R.update())}function $t(R,M){let X=R.colorSpace,ut=R.format,ot=R.type;return R.isCompressedTexture===!0||R.isVideoTexture===!0||X!==Pa&&X!==Cs&&(Ae.getTransfer(X)===Ue?(ut!==Gi||ot!==si)&&te("WebGLTextures: sRGB encoded textures have to use RGBAFormat and UnsignedByteType."):oe("WebGLTextures: Unsupported texture color space:",X)),M}function Qt(R){return typeof HTMLImageElement<"u"&&R instanceof HTMLImageElement?(c.width=R.naturalWidth||R.width,c.height=R.naturalHeight||R.height):typeof VideoFrame<"u"&&R instanceof VideoFrame?(c.width=R.displayWidth,c.height=R.displayHeight):(c.width=R.width,c.height=R.height),c}this.allocateTextureUnit=ct,this.resetTextureUnits=j,this.getTextureUnits=tt,this.setTextureUnits=dt,this.setTexture2D=gt,this.setTexture2DArray=xt,this.setTexture3D=It,this.setTextureCube=bt,this.rebindTextures=de,this.setupRenderTarget=ye,this.updateRenderTargetMipmap=F,this.updateMultisampleRenderTarget=Xt,this.setupDepthRenderbuffer=_e,this.setupFrameBufferTexture=Lt,this.useMultisampledRTT=wt,this.dispose=V}function fT(i,t){function e(n,s=Cs){let r,o=Ae.getTransfer(s);if(n===si)return i.UNSIGNED_BYTE;if(n===bh)return i.UNSIGNED_SHORT_4_4_4_4;if(n===wh)return i.UNSIGNED_SHORT_5_5_5_1;if(n===Bf)return i.UNSIGNED_INT_5_9_9_9_REV;if(n===zf)return i.UNSIGNED_INT_10F_11F_11F_REV;if(n===Ff)return i.BYTE;if(n===Of)return i.SHORT;if(n===Go)return i.UNSIGNED_SHORT;if(n===Mh)return i.INT;if(n===Vi)return i.UNSIGNED_INT;if(n===Pi)return i.FLOAT;if(n===Hi)return i.HALF_FLOAT;if(n===kf)return i.ALPHA;if(n===Vf)return i.RGB;if(n===Gi)return i.RGBA;if(n===bs)return i.DEPTH_COMPONENT;if(n===Rs)return i.DEPTH_STENCIL;if(n===Eh)return i.RED;if(n===Th)return i.RED_INTEGER;if(n===nr)return i.RG;if(n===Ah)return i.RG_INTEGER;if(n===Rh)return i.RGBA_INTEGER;if(n===ul||n===dl||n===fl||n===pl)if(o===Ue)if(r=t.get("WEBGL_compressed_texture_s3tc_srgb"),r!==null){if(n===ul)return r.COMPRESSED_SRGB_S3TC_DXT1_EXT;if(n===dl)return r.COMPRESSED_SRGB_ALPHA_S3TC_DXT1_EXT;if(n===fl)return r.COMPRESSED_SRGB_ALPHA_S3TC_DXT3_EXT;if(n===pl)return r.COMPRESSED_SRGB_ALPHA_S3TC_DXT5_EXT}else return null;else if(r=t.get("WEBGL_compressed_texture_s3tc"),r!==null){if(n===ul)return r.COMPRESSED_RGB_S3TC_DXT1_EXT;if(n===dl)return r.COMPRESSED_RGBA_S3TC_DXT1_EXT;if(n===fl)return r.COMPRESSED_RGBA_S3TC_DXT3_EXT;if(n===pl)return r.COMPRESSED_RGBA_S3TC_DXT5_EXT}else return null;if(n===Ch||n===Ph||n===Ih||n===Lh)if(r=t.get("WEBGL_compressed_texture_pvrtc"),r!==null){if(n===Ch)return r.COMPRESSED_RGB_PVRTC_4BPPV1_IMG;if(n===Ph)return r.COMPRESSED_RGB_PVRTC_2BPPV1_IMG;if(n===Ih)return r.COMPRESSED_RGBA_PVRTC_4BPPV1_IMG;if(n===Lh)return r.COMPRESSED_RGBA_PVRTC_2BPPV1_IMG}else return null;if(n===Dh||n===Nh||n===Uh||n===Fh||n===Oh||n===ml||n===Bh)if(r=t.get("WEBGL_compressed_texture_etc"),r!==null){if(n===Dh||n===Nh)return o===Ue?r.COMPRESSED_SRGB8_ETC2:r.COMPRESSED_RGB8_ETC2;if(n===Uh)return o===Ue?r.COMPRESSED_SRGB8_ALPHA8_ETC2_EAC:r.COMPRESSED_RGBA8_ETC2_EAC;if(n===Fh)return r.COMPRESSED_R11_EAC;if(n===Oh)return r.COMPRESSED_SIGNED_R11_EAC;if(n===ml)return r.COMPRESSED_RG11_EAC;if(n===Bh)return r.COMPRESSED_SIGNED_RG11_EAC}else return null;if(n===zh||n===kh||n===Vh||n===Hh||n===Gh||n===Wh||n===Xh||n===qh||n===Yh||n===$h||n===Zh||n===Jh||n===Kh||n===jh)if(r=t.get("WEBGL_compressed_texture_astc"),r!==null){if(n===zh)return o===Ue?r.COMPRESSED_SRGB8_ALPHA8_ASTC_4x4_KHR:r.COMPRESSED_RGBA_ASTC_4x4_KHR;if(n===kh)return o===Ue?r.COMPRESSED_SRGB8_ALPHA8_ASTC_5x4_KHR:r.COMPRESSED_RGBA_ASTC_5x4_KHR;if(n===Vh)return o===Ue?r.COMPRESSED_SRGB8_ALPHA8_ASTC_5x5_KHR:r.COMPRESSED_RGBA_ASTC_5x5_KHR;if(n===Hh)return o===Ue?r.COMPRESSED_SRGB8_ALPHA8_ASTC_6x5_KHR:r.COMPRESSED_RGBA_ASTC_6x5_KHR;if(n===Gh)return o===Ue?r.COMPRESSED_SRGB8_ALPHA8_ASTC_6x6_KHR:r.COMPRESSED_RGBA_ASTC_6x6_KHR;if(n===Wh)return o===Ue?r.COMPRESSED_SRGB8_ALPHA8_ASTC_8x5_KHR:r.COMPRESSED_RGBA_ASTC_8x5_KHR;if(n===Xh)return o===Ue?r.COMPRESSED_SRGB8_ALPHA8_ASTC_8x6_KHR:r.COMPRESSED_RGBA_ASTC_8x6_KHR;if(n===qh)return o===Ue?r.COMPRESSED_SRGB8_ALPHA8_ASTC_8x8_KHR:r.COMPRESSED_RGBA_ASTC_8x8_KHR;if(n===Yh)return o===Ue?r.COMPRESSED_SRGB8_ALPHA8_ASTC_10x5_KHR:r.COMPRESSED_RGBA_ASTC_10x5_KHR;if(n===$h)return o===Ue?r.COMPRESSED_SRGB8_ALPHA8_ASTC_10x6_KHR:r.COMPRESSED_RGBA_ASTC_10x6_KHR;if(n===Zh)return o===Ue?r.COMPRESSED_SRGB8_ALPHA8_ASTC_10x8_KHR:r.COMPRESSED_RGBA_ASTC_10x8_KHR;if(n===Jh)return o===Ue?r.COMPRESSED_SRGB8_ALPHA8_ASTC_10x10_KHR:r.COMPRESSED_RGBA_ASTC_10x10_KHR;if(n===Kh)return o===Ue?r.COMPRESSED_SRGB8_ALPHA8_ASTC_12x10_KHR:r.COMPRESSED_RGBA_ASTC_12x10_KHR;if(n===jh)return o===Ue?r.COMPRESSED_SRGB8_ALPHA8_ASTC_12x12_KHR:r.COMPRESSED_RGBA_ASTC_12x12_KHR}else return null;if(n===Qh||n===tu||n===eu)if(r=t.get("EXT_texture_compression_bptc"),r!==null){if(n===Qh)return o===Ue?r.COMPRESSED_SRGB_ALPHA_BPTC_UNORM_EXT:r.COMPRESSED_RGBA_BPTC_UNORM_EXT;if(n===tu)return r.COMPRESSED_RGB_BPTC_SIGNED_FLOAT_EXT;if(n===eu)return r.COMPRESSED_RGB_BPTC_UNSIGNED_FLOAT_EXT}else return null;if(n===nu||n===iu||n===gl||n===su)if(r=t.get("EXT_texture_compression_rgtc"),r!==null){if(n===nu)return r.COMPRESSED_RED_RGTC1_EXT;if(n===iu)return r.COMPRESSED_SIGNED_RED_RGTC1_EXT;if(n===gl)return r.COMPRESSED_RED_GREEN_RGTC2_EXT;if(n===su)return r.COMPRESSED_SIGNED_RED_GREEN_RGTC2_EXT}else return null;return n===Lr?i.UNSIGNED_INT_24_8:i[n]!==void 0?i[n]:null}return{convert:e}}var pT=`
void main() {

	gl_Position = vec4( position, 1.0 );

}`,mT=`
uniform sampler2DArray depthColor;
uniform float depthWidth;
uniform float depthHeight;

void main() {

	vec2 coord = vec2( gl_FragCoord.x / depthWidth, gl_FragCoord.y / depthHeight );

	if ( coord.x >= 1.0 ) {

		gl_FragDepth = texture( depthColor, vec3( coord.x - 1.0, coord.y, 1 ) ).r;

	} else {

		gl_FragDepth = texture( depthColor, vec3( coord.x, coord.y, 0 ) ).r;

	}

}`,hp=class{constructor(){this.texture=null,this.mesh=null,this.depthNear=0,this.depthFar=0}init(t,e){if(this.texture===null){let n=new Ha(t.texture);(t.depthNear!==e.depthNear||t.depthFar!==e.depthFar)&&(this.depthNear=t.depthNear,this.depthFar=t.depthFar),this.texture=n}}getMesh(t){if(this.texture!==null&&this.mesh===null){let e=t.cameras[0].viewport,n=new Ci({vertexShader:pT,fragmentShader:mT,uniforms:{depthColor:{value:this.texture},depthWidth:{value:e.z},depthHeight:{value:e.w}}});this.mesh=new Vn(new Ka(20,20),n)}return this.mesh}reset(){this.texture=null,this.mesh=null}getDepthTexture(){return this.texture}},up=class extends ki{constructor(t,e){super();let n=this,s=null,r=1,o=null,a="local-floor",l=1,c=null,h=null,u=null,d=null,f=null,p=null,y=typeof XRWebGLBinding<"u",m=new hp,g={},S=e.getContextAttributes(),A=null,v=null,P=[],E=[],_=new pt,T=null,B=null,U=new jn;U.viewport=new Oe;let L=new jn;L.viewport=new Oe;let H=[U,L],W=new _h,D=null,V=null;this.cameraAutoUpdate=!0,this.enabled=!1,this.isPresenting=!1,this.getController=function(Q){let gt=P[Q];return gt===void 0&&(gt=new Io,P[Q]=gt),gt.getTargetRaySpace()},this.getControllerGrip=function(Q){let gt=P[Q];return gt===void 0&&(gt=new Io,P[Q]=gt),gt.getGripSpace()},this.getHand=function(Q){let gt=P[Q];return gt===void 0&&(gt=new Io,P[Q]=gt),gt.getHandSpace()};function q(Q){let gt=E.indexOf(Q.inputSource);if(gt===-1)return;let xt=P[gt];xt!==void 0&&(xt.update(Q.inputSource,Q.frame,c||o),xt.dispatchEvent({type:Q.type,data:Q.inputSource}))}function k(){s.removeEventListener("select",q),s.removeEventListener("selectstart",q),s.removeEventListener("selectend",q),s.removeEventListener("squeeze",q),s.removeEventListener("squeezestart",q),s.removeEventListener("squeezeend",q),s.removeEventListener("end",k),s.removeEventListener("inputsourceschange",lt);for(let Q=0;Q<P.length;Q++){let gt=E[Q];gt!==null&&(E[Q]=null,P[Q].disconnect(gt))}D=null,V=null,m.reset();for(let Q in g)delete g[Q];if(t.setRenderTarget(A),f=null,d=null,u=null,s=null,v=null,ct.stop(),n.isPresenting=!1,t.setPixelRatio(T),t.setSize(_.width,_.height,!1),B!==null){let Q=B.camera;Q.fov=B.fov,Q.zoom=B.zoom,Q.updateProjectionMatrix(),B=null}n.dispatchEvent({type:"sessionend"})}this.setFramebufferScaleFactor=function(Q){r=Q,n.isPresenting===!0&&te("WebXRManager: Cannot change framebuffer scale while presenting.")},this.setReferenceSpaceType=function(Q){a=Q,n.isPresenting===!0&&te("WebXRManager: Cannot change reference space type while presenting.")},this.getReferenceSpace=function(){return c||o},this.setReferenceSpace=function(Q){c=Q},this.getBaseLayer=function(){return d!==null?d:f},this.getBinding=function(){return u===null&&y&&(u=new XRWebGLBinding(s,e)),u},this.getFrame=function(){return p},this.getSession=function(){return s},this.setSession=async function(Q){if(s=Q,s!==null){if(A=t.getRenderTarget(),s.addEventListener("select",q),s.addEventListener("selectstart",q),s.addEventListener("selectend",q),s.addEventListener("squeeze",q),s.addEventListener("squeezestart",q),s.addEventListener("squeezeend",q),s.addEventListener("end",k),s.addEventListener("inputsourceschange",lt),S.xrCompatible!==!0&&await e.makeXRCompatible(),T=t.getPixelRatio(),t.getSize(_),y&&"createProjectionLayer"in XRWebGLBinding.prototype){let xt=null,It=null,bt=null;S.depth&&(bt=S.stencil?e.DEPTH24_STENCIL8:e.DEPTH_COMPONENT24,xt=S.stencil?Rs:bs,It=S.stencil?Lr:Vi);let Ht={colorFormat:e.RGBA8,depthFormat:bt,scaleFactor:r};u=this.getBinding(),d=u.createProjectionLayer(Ht),s.updateRenderState({layers:[d]}),t.setPixelRatio(1),t.setSize(d.textureWidth,d.textureHeight,!1),v=new _i(d.textureWidth,d.textureHeight,{format:Gi,type:si,depthTexture:new Ts(d.textureWidth,d.textureHeight,It,void 0,void 0,void 0,void 0,void 0,void 0,xt),stencilBuffer:S.stencil,colorSpace:t.outputColorSpace,samples:S.antialias?4:0,resolveDepthBuffer:d.ignoreDepthValues===!1,resolveStencilBuffer:d.ignoreDepthValues===!1,storeMultisampledDepthBuffer:d.ignoreDepthValues===!1,storeMultisampledStencilBuffer:d.ignoreDepthValues===!1})}else{let xt={antialias:S.antialias,alpha:!0,depth:S.depth,stencil:S.stencil,framebufferScaleFactor:r};f=new XRWebGLLayer(s,e,xt),s.updateRenderState({baseLayer:f}),t.setPixelRatio(1),t.setSize(f.framebufferWidth,f.framebufferHeight,!1),v=new _i(f.framebufferWidth,f.framebufferHeight,{format:Gi,type:si,colorSpace:t.outputColorSpace,stencilBuffer:S.stencil,resolveDepthBuffer:f.ignoreDepthValues===!1,resolveStencilBuffer:f.ignoreDepthValues===!1,storeMultisampledDepthBuffer:f.ignoreDepthValues===!1,storeMultisampledStencilBuffer:f.ignoreDepthValues===!1})}v.isXRRenderTarget=!0,this.setFoveation(l),c=null,o=await s.requestReferenceSpace(a),ct.setContext(s),ct.start(),n.isPresenting=!0,n.dispatchEvent({type:"sessionstart"})}},this.getEnvironmentBlendMode=function(){if(s!==null)return s.environmentBlendMode},this.getDepthTexture=function(){return m.getDepthTexture()};function lt(Q){for(let gt=0;gt<Q.removed.length;gt++){let xt=Q.removed[gt],It=E.indexOf(xt);It>=0&&(E[It]=null,P[It].disconnect(xt))}for(let gt=0;gt<Q.added.length;gt++){let xt=Q.added[gt],It=E.indexOf(xt);if(It===-1){for(let Ht=0;Ht<P.length;Ht++)if(Ht>=E.length){E.push(xt),It=Ht;break}else if(E[Ht]===null){E[Ht]=xt,It=Ht;break}if(It===-1)break}let bt=P[It];bt&&bt.connect(xt)}}function Z(Q,gt){gt===null?Q.matrixWorld.copy(Q.matrix):Q.matrixWorld.multiplyMatrices(gt.matrixWorld,Q.matrix),Q.matrixWorldInverse.copy(Q.matrixWorld).invert()}this.updateCamera=function(Q){if(s===null)return;let gt=Q.near,xt=Q.far;m.texture!==null&&(m.depthNear>0&&(gt=m.depthNear),m.depthFar>0&&(xt=m.depthFar)),W.near=L.near=U.near=gt,W.far=L.far=U.far=xt,(D!==W.near||V!==W.far)&&(s.updateRenderState({depthNear:W.near,depthFar:W.far}),D=W.near,V=W.far),W.layers.mask=Q.layers.mask|6,U.layers.mask=W.layers.mask&-5,L.layers.mask=W.layers.mask&-3;let It=Q.parent,bt=W.cameras;Z(W,It);for(let Ht=0;Ht<bt.length;Ht++)Z(bt[Ht],It);W.projectionMatrix.copy(U.projectionMatrix),W.projectionMatrixInverse.copy(U.projectionMatrixInverse),B===null&&Q.isPerspectiveCamera&&(B={camera:Q,fov:Q.fov,zoom:Q.zoom}),j(Q,W,It)};function j(Q,gt,xt){xt===null?Q.matrix.copy(gt.matrixWorld):(Q.matrix.copy(xt.matrixWorld),Q.matrix.invert(),Q.matrix.multiply(gt.matrixWorld)),Q.matrix.decompose(Q.position,Q.quaternion,Q.scale),Q.updateMatrixWorld(!0),Q.projectionMatrix.copy(gt.projectionMatrix),Q.projectionMatrixInverse.copy(gt.projectionMatrixInverse),Q.isPerspectiveCamera&&(Q.fov=Ro*2*Math.atan(1/Q.projectionMatrix.elements[5]),Q.zoom=1)}this.getCamera=function(){return W},this.getFoveation=function(){if(!(d===null&&f===null))return l},this.setFoveation=function(Q){l=Q,d!==null&&(d.fixedFoveation=Q),f!==null&&f.fixedFoveation!==void 0&&(f.fixedFoveation=Q)},this.hasDepthSensing=function(){return m.texture!==null},this.getDepthSensingMesh=function(){return m.getMesh(W)},this.getCameraTexture=function(Q){return g[Q]};let tt=null;function dt(Q,gt){if(h=gt.getViewerPose(c||o),p=gt,h!==null){let xt=h.views;f!==null&&(t.setRenderTargetFramebuffer(v,f.framebuffer),t.setRenderTarget(v));let It=!1;xt.length!==W.cameras.length&&(W.cameras.length=0,It=!0);for(let Jt=0;Jt<xt.length;Jt++){let se=xt[Jt],ne=null;if(f!==null)ne=f.getViewport(se);else{let yt=u.getViewSubImage(d,se);ne=yt.viewport,Jt===0&&(t.setRenderTargetTextures(v,yt.colorTexture,yt.depthStencilTexture),t.setRenderTarget(v))}let rt=H[Jt];rt===void 0&&(rt=new jn,rt.layers.enable(Jt),rt.viewport=new Oe,H[Jt]=rt),rt.matrix.fromArray(se.transform.matrix),rt.matrix.decompose(rt.position,rt.quaternion,rt.scale),rt.projectionMatrix.fromArray(se.projectionMatrix),rt.projectionMatrixInverse.copy(rt.projectionMatrix).invert(),rt.viewport.set(ne.x,ne.y,ne.width,ne.height),Jt===0&&(W.matrix.copy(rt.matrix),W.matrix.decompose(W.position,W.quaternion,W.scale)),It===!0&&W.cameras.push(rt)}let bt=s.enabledFeatures;if(bt&&bt.includes("depth-sensing")&&s.depthUsage=="gpu-optimized"&&y){u=n.getBinding();let Jt=u.getDepthInformation(xt[0]);Jt&&Jt.isValid&&Jt.texture&&m.init(Jt,s.renderState)}if(bt&&bt.includes("camera-access")&&y){t.state.unbindTexture(),u=n.getBinding();for(let Jt=0;Jt<xt.length;Jt++){let se=xt[Jt].camera;if(se){let ne=g[se];ne||(ne=new Ha,g[se]=ne);let rt=u.getCameraImage(se);ne.sourceTexture=rt}}}}for(let xt=0;xt<P.length;xt++){let It=E[xt],bt=P[xt];It!==null&&bt!==void 0&&bt.update(It,gt,c||o)}tt&&tt(Q,gt),gt.detectedPlanes&&n.dispatchEvent({type:"planesdetected",data:gt}),p=null}let ct=new z_;ct.setAnimationLoop(dt),this.setAnimationLoop=function(Q){tt=Q},this.dispose=function(){}}},gT=new pe,Z_=new me;Z_.set(-1,0,0,0,1,0,0,0,1);function _T(i,t){function e(m,g){m.matrixAutoUpdate===!0&&m.updateMatrix(),g.value.copy(m.matrix)}function n(m,g){g.color.getRGB(m.fogColor.value,jf(i)),g.isFog?(m.fogNear.value=g.near,m.fogFar.value=g.far):g.isFogExp2&&(m.fogDensity.value=g.density)}function s(m,g,S,A,v){g.isNodeMaterial?g.uniformsNeedUpdate=!1:g.isMeshBasicMaterial?r(m,g):g.isMeshLambertMaterial?(r(m,g),g.envMap&&(m.envMapIntensity.value=g.envMapIntensity)):g.isMeshToonMaterial?(r(m,g),u(m,g)):g.isMeshPhongMaterial?(r(m,g),h(m,g),g.envMap&&(m.envMapIntensity.value=g.envMapIntensity)):g.isMeshStandardMaterial?(r(m,g),d(m,g),g.isMeshPhysicalMaterial&&f(m,g,v)):g.isMeshMatcapMaterial?(r(m,g),p(m,g)):g.isMeshDepthMaterial?r(m,g):g.isMeshDistanceMaterial?(r(m,g),y(m,g)):g.isMeshNormalMaterial?r(m,g):g.isLineBasicMaterial?(o(m,g),g.isLineDashedMaterial&&a(m,g)):g.isPointsMaterial?l(m,g,S,A):g.isSpriteMaterial?c(m,g):g.isShadowMaterial?(m.color.value.copy(g.color),m.opacity.value=g.opacity):g.isShaderMaterial&&(g.uniformsNeedUpdate=!1)}function r(m,g){m.opacity.value=g.opacity,g.color&&m.diffuse.value.copy(g.color),g.emissive&&m.emissive.value.copy(g.emissive).multiplyScalar(g.emissiveIntensity),g.map&&(m.map.value=g.map,e(g.map,m.mapTransform)),g.alphaMap&&(m.alphaMap.value=g.alphaMap,e(g.alphaMap,m.alphaMapTransform)),g.bumpMap&&(m.bumpMap.value=g.bumpMap,e(g.bumpMap,m.bumpMapTransform),m.bumpScale.value=g.bumpScale,g.side===ti&&(m.bumpScale.value*=-1)),g.normalMap&&(m.normalMap.value=g.normalMap,e(g.normalMap,m.normalMapTransform),m.normalScale.value.copy(g.normalScale),g.side===ti&&m.normalScale.value.negate()),g.displacementMap&&(m.displacementMap.value=g.displacementMap,e(g.displacementMap,m.displacementMapTransform),m.displacementScale.value=g.displacementScale,m.displacementBias.value=g.displacementBias),g.emissiveMap&&(m.emissiveMap.value=g.emissiveMap,e(g.emissiveMap,m.emissiveMapTransform)),g.specularMap&&(m.specularMap.value=g.specularMap,e(g.specularMap,m.specularMapTransform)),g.alphaTest>0&&(m.alphaTest.value=g.alphaTest);let S=t.get(g),A=S.envMap,v=S.envMapRotation;A&&(m.envMap.value=A,m.envMapRotation.value.setFromMatrix4(gT.makeRotationFromEuler(v)).transpose(),A.isCubeTexture&&A.isRenderTargetTexture===!1&&m.envMapRotation.value.premultiply(Z_),m.reflectivity.value=g.reflectivity,m.ior.value=g.ior,m.refractionRatio.value=g.refractionRatio),g.lightMap&&(m.lightMap.value=g.lightMap,m.lightMapIntensity.value=g.lightMapIntensity,e(g.lightMap,m.lightMapTransform)),g.aoMap&&(m.aoMap.value=g.aoMap,m.aoMapIntensity.value=g.aoMapIntensity,e(g.aoMap,m.aoMapTransform))}function o(m,g){m.diffuse.value.copy(g.color),m.opacity.value=g.opacity,g.map&&(m.map.value=g.map,e(g.map,m.mapTransform))}function a(m,g){m.dashSize.value=g.dashSize,m.totalSize.value=g.dashSize+g.gapSize,m.scale.value=g.scale}function l(m,g,S,A){m.diffuse.value.copy(g.color),m.opacity.value=g.opacity,m.size.value=g.size*S,m.scale.value=A*.5,g.map&&(m.map.value=g.map,e(g.map,m.uvTransform)),g.alphaMap&&(m.alphaMap.value=g.alphaMap,e(g.alphaMap,m.alphaMapTransform)),g.alphaTest>0&&(m.alphaTest.value=g.alphaTest)}function c(m,g){m.diffuse.value.copy(g.color),m.opacity.value=g.opacity,m.rotation.value=g.rotation,g.map&&(m.map.value=g.map,e(g.map,m.mapTransform)),g.alphaMap&&(m.alphaMap.value=g.alphaMap,e(g.alphaMap,m.alphaMapTransform)),g.alphaTest>0&&(m.alphaTest.value=g.alphaTest)}function h(m,g){m.specular.value.copy(g.specular),m.shininess.value=Math.max(g.shininess,1e-4)}function u(m,g){g.gradientMap&&(m.gradientMap.value=g.gradientMap)}function d(m,g){m.metalness.value=g.metalness,g.metalnessMap&&(m.metalnessMap.value=g.metalnessMap,e(g.metalnessMap,m.metalnessMapTransform)),m.roughness.value=g.roughness,g.roughnessMap&&(m.roughnessMap.value=g.roughnessMap,e(g.roughnessMap,m.roughnessMapTransform)),g.envMap&&(m.envMapIntensity.value=g.envMapIntensity)}function f(m,g,S){m.ior.value=g.ior,g.diffuseRoughness>0&&(m.diffuseRoughness.value=g.diffuseRoughness,g.diffuseRoughnessMap&&(m.diffuseRoughnessMap.value=g.diffuseRoughnessMap,e(g.diffuseRoughnessMap,m.diffuseRoughnessMapTransform))),g.sheen>0&&(m.sheenColor.value.copy(g.sheenColor).multiplyScalar(g.sheen),m.sheenRoughness.value=g.sheenRoughness,g.sheenColorMap&&(m.sheenColorMap.value=g.sheenColorMap,e(g.sheenColorMap,m.sheenColorMapTransform)),g.sheenRoughnessMap&&(m.sheenRoughnessMap.value=g.sheenRoughnessMap,e(g.sheenRoughnessMap,m.sheenRoughnessMapTransform))),g.clearcoat>0&&(m.clearcoat.value=g.clearcoat,m.clearcoatRoughness.value=g.clearcoatRoughness,g.clearcoatMap&&(m.clearcoatMap.value=g.clearcoatMap,e(g.clearcoatMap,m.clearcoatMapTransform)),g.clearcoatRoughnessMap&&(m.clearcoatRoughnessMap.value=g.clearcoatRoughnessMap,e(g.clearcoatRoughnessMap,m.clearcoatRoughnessMapTransform)),g.clearcoatNormalMap&&(m.clearcoatNormalMap.value=g.clearcoatNormalMap,e(g.clearcoatNormalMap,m.clearcoatNormalMapTransform),m.clearcoatNormalScale.value.copy(g.clearcoatNormalScale),g.side===ti&&m.clearcoatNormalScale.value.negate())),g.dispersion>0&&(m.dispersion.value=g.dispersion),g.retroreflectivity>0&&(m.retroreflectivity.value=g.retroreflectivity),g.iridescence>0&&(m.iridescence.value=g.iridescence,m.iridescenceIOR.value=g.iridescenceIOR,m.iridescenceThicknessMinimum.value=g.iridescenceThicknessMinimum,m.iridescenceThicknessMaximum.value=g.iridescenceThicknessMaximum,g.iridescenceMap&&(m.iridescenceMap.value=g.iridescenceMap,e(g.iridescenceMap,m.iridescenceMapTransform)),g.iridescenceThicknessMap&&(m.iridescenceThicknessMap.value=g.iridescenceThicknessMap,e(g.iridescenceThicknessMap,m.iridescenceThicknessMapTransform))),g.transmission>0&&(m.transmission.value=g.transmission,m.transmissionSamplerMap.value=S.texture,m.transmissionSamplerSize.value.set(S.width,S.height),g.transmissionMap&&(m.transmissionMap.value=g.transmissionMap,e(g.transmissionMap,m.transmissionMapTransform)),m.thickness.value=g.thickness,g.thicknessMap&&(m.thicknessMap.value=g.thicknessMap,e(g.thicknessMap,m.thicknessMapTransform)),m.attenuationDistance.value=g.attenuationDistance,m.attenuationColor.value.copy(g.attenuationColor)),g.anisotropy>0&&(m.anisotropyVector.value.set(g.anisotropy*Math.cos(g.anisotropyRotation),g.anisotropy*Math.sin(g.anisotropyRotation)),g.anisotropyMap&&(m.anisotropyMap.value=g.anisotropyMap,e(g.anisotropyMap,m.anisotropyMapTransform))),m.specularIntensity.value=g.specularIntensity,m.specularColor.value.copy(g.specularColor),g.specularColorMap&&(m.specularColorMap.value=g.specularColorMap,e(g.specularColorMap,m.specularColorMapTransform)),g.specularIntensityMap&&(m.specularIntensityMap.value=g.specularIntensityMap,e(g.specularIntensityMap,m.specularIntensityMapTransform))}function p(m,g){g.matcap&&(m.matcap.value=g.matcap)}function y(m,g){let S=t.get(g).light;m.referencePosition.value.setFromMatrixPosition(S.matrixWorld),m.nearDistance.value=S.shadow.camera.near,m.farDistance.value=S.shadow.camera.far}return{refreshFogUniforms:n,refreshMaterialUniforms:s}}function xT(i,t,e,n){let s={},r={};function o(S,A){let v=A.program;n.uniformBlockBinding(S,v,s[S.id])}function a(S,A){let v=s[S.id];v===void 0&&(p(S),v=l(S),s[S.id]=v,S.addEventListener("dispose",m));let P=A.program;n.updateUBOMapping(S,P);let E=t.render.frame;r[S.id]!==E&&(c(S),r[S.id]=E)}function l(S){let A=i.createBuffer(),v=S.__size,P=S.usage;return i.bindBuffer(i.UNIFORM_BUFFER,A),i.bufferData(i.UNIFORM_BUFFER,v,P),i.bindBuffer(i.UNIFORM_BUFFER,null),A}function c(S){let A=s[S.id],v=S.uniforms,P=S.__cache;i.bindBuffer(i.UNIFORM_BUFFER,A);for(let E=0,_=v.length;E<_;E++){let T=v[E];if(Array.isArray(T))for(let B=0,U=T.length;B<U;B++)h(T[B],E,B,P);else h(T,E,0,P)}i.bindBuffer(i.UNIFORM_BUFFER,null)}function h(S,A,v,P){if(d(S,A,v,P)===!0){let E=S.__offset,_=S.value;if(Array.isArray(_)){let T=0;for(let B=0;B<_.length;B++){let U=_[B],L=y(U,!0);u(U,S.__data,T),T+=L.storage/Float32Array.BYTES_PER_ELEMENT}}else u(_,S.__data,0);i.bufferSubData(i.UNIFORM_BUFFER,E,S.__data)}}function u(S,A,v){typeof S=="number"||typeof S=="boolean"?A[v]=S:S.isMatrix3?(A[v]=S.elements[0],A[v+1]=S.elements[1],A[v+2]=S.elements[2],A[v+3]=0,A[v+4]=S.elements[3],A[v+5]=S.elements[4],A[v+6]=S.elements[5],A[v+7]=0,A[v+8]=S.elements[6],A[v+9]=S.elements[7],A[v+10]=S.elements[8],A[v+11]=0):ArrayBuffer.isView(S)?A.set(S.subarray(0,A.length-v),v):S.toArray(A,v)}function d(S,A,v,P){let E=S.value,_=A+"_"+v;if(Array.isArray(E)){P[_]===void 0&&(P[_]=[]);let T=P[_],B=!1;for(let U=0;U<E.length;U++)f(E[U],T,U)===!0&&(B=!0);return B}return f(E,P,_)}function f(S,A,v){if(A[v]===void 0)return typeof S=="number"||typeof S=="boolean"?A[v]=S:ArrayBuffer.isView(S)?A[v]=S.slice():A[v]=S.clone(),!0;{let P=A[v];if(typeof S=="number"||typeof S=="boolean"){if(P!==S)return A[v]=S,!0}else{if(ArrayBuffer.isView(S))return!0;if(P.equals(S)===!1)return P.copy(S),!0}}return!1}function p(S){let A=S.uniforms,v=0,P=16;for(let _=0,T=A.length;_<T;_++){let B=Array.isArray(A[_])?A[_]:[A[_]];for(let U=0,L=B.length;U<L;U++){let H=B[U],W=Array.isArray(H.value)?H.value:[H.value],D=Array.isArray(A[_])||Array.isArray(H.value),V=v;for(let k=0,lt=W.length;k<lt;k++){let Z=W[k],j=y(Z,D),tt=v%P,dt=tt%j.boundary,ct=tt+dt;v+=dt,ct!==0&&P-ct<j.storage&&(v+=P-ct),k===0&&(V=v),v+=j.storage}let q=H.type==="int"?Int32Array:H.type==="uint"?Uint32Array:Float32Array;H.__data=new q((v-V)/Float32Array.BYTES_PER_ELEMENT),H.__offset=V}}let E=v%P;return E>0&&(v+=P-E),S.__size=v,S.__cache={},this}function y(S,A){let v={boundary:0,storage:0};return typeof S=="number"||typeof S=="boolean"?(v.boundary=4,v.storage=4):S.isVector2?(v.boundary=8,v.storage=8):S.isVector3||S.isColor?(v.boundary=16,v.storage=12):S.isVector4?(v.boundary=16,v.storage=16):S.isMatrix3?(v.boundary=16,v.storage=48):S.isMatrix4?(v.boundary=16,v.storage=64):S.isTexture?te("WebGLRenderer: Texture samplers can not be part of an uniforms group."):ArrayBuffer.isView(S)?(v.boundary=16,v.storage=S.byteLength):te("WebGLRenderer: Unsupported uniform value type.",S),A===!0&&(v.boundary=16,v.storage=Math.ceil(v.storage/16)*16),v}function m(S){let A=S.target;A.removeEventListener("dispose",m),i.deleteBuffer(s[A.id]),delete s[A.id],delete r[A.id]}function g(){for(let S in s)i.deleteBuffer(s[S]);s={},r={}}return{bind:o,update:a,dispose:g}}var yT=new Uint16Array([12469,15057,12620,14925,13266,14620,13807,14376,14323,13990,14545,13625,14713,13328,14840,12882,14931,12528,14996,12233,15039,11829,15066,11525,15080,11295,15085,10976,15082,10705,15073,10495,13880,14564,13898,14542,13977,14430,14158,14124,14393,13732,14556,13410,14702,12996,14814,12596,14891,12291,14937,11834,14957,11489,14958,11194,14943,10803,14921,10506,14893,10278,14858,9960,14484,14039,14487,14025,14499,13941,14524,13740,14574,13468,14654,13106,14743,12678,14818,12344,14867,11893,14889,11509,14893,11180,14881,10751,14852,10428,14812,10128,14765,9754,14712,9466,14764,13480,14764,13475,14766,13440,14766,13347,14769,13070,14786,12713,14816,12387,14844,11957,14860,11549,14868,11215,14855,10751,14825,10403,14782,10044,14729,9651,14666,9352,14599,9029,14967,12835,14966,12831,14963,12804,14954,12723,14936,12564,14917,12347,14900,11958,14886,11569,14878,11247,14859,10765,14828,10401,14784,10011,14727,9600,14660,9289,14586,8893,14508,8533,15111,12234,15110,12234,15104,12216,15092,12156,15067,12010,15028,11776,14981,11500,14942,11205,14902,10752,14861,10393,14812,9991,14752,9570,14682,9252,14603,8808,14519,8445,14431,8145,15209,11449,15208,11451,15202,11451,15190,11438,15163,11384,15117,11274,15055,10979,14994,10648,14932,10343,14871,9936,14803,9532,14729,9218,14645,8742,14556,8381,14461,8020,14365,7603,15273,10603,15272,10607,15267,10619,15256,10631,15231,10614,15182,10535,15118,10389,15042,10167,14963,9787,14883,9447,14800,9115,14710,8665,14615,8318,14514,7911,14411,7507,14279,7198,15314,9675,15313,9683,15309,9712,15298,9759,15277,9797,15229,9773,15166,9668,15084,9487,14995,9274,14898,8910,14800,8539,14697,8234,14590,7790,14479,7409,14367,7067,14178,6621,15337,8619,15337,8631,15333,8677,15325,8769,15305,8871,15264,8940,15202,8909,15119,8775,15022,8565,14916,8328,14804,8009,14688,7614,14569,7287,14448,6888,14321,6483,14088,6171,15350,7402,15350,7419,15347,7480,15340,7613,15322,7804,15287,7973,15229,8057,15148,8012,15046,7846,14933,7611,14810,7357,14682,7069,14552,6656,14421,6316,14251,5948,14007,5528,15356,5942,15356,5977,15353,6119,15348,6294,15332,6551,15302,6824,15249,7044,15171,7122,15070,7050,14949,6861,14818,6611,14679,6349,14538,6067,14398,5651,14189,5311,13935,4958,15359,4123,15359,4153,15356,4296,15353,4646,15338,5160,15311,5508,15263,5829,15188,6042,15088,6094,14966,6001,14826,5796,14678,5543,14527,5287,14377,4985,14133,4586,13869,4257,15360,1563,15360,1642,15358,2076,15354,2636,15341,3350,15317,4019,15273,4429,15203,4732,15105,4911,14981,4932,14836,4818,14679,4621,14517,4386,14359,4156,14083,3795,13808,3437,15360,122,15360,137,15358,285,15355,636,15344,1274,15322,2177,15281,2765,15215,3223,15120,3451,14995,3569,14846,3567,14681,3466,14511,3305,14344,3121,14037,2800,13753,2467,15360,0,15360,1,15359,21,15355,89,15346,253,15325,479,15287,796,15225,1148,15133,1492,15008,1749,14856,1882,14685,1886,14506,1783,14324,1608,13996,1398,13702,1183]),rs=null;function vT(){return rs===null&&(rs=new za(yT,16,16,nr,Hi),rs.name="DFG_LUT",rs.minFilter=Qn,rs.magFilter=Qn,rs.wrapS=ts,rs.wrapT=ts,rs.generateMipmaps=!1,rs.needsUpdate=!0),rs}var hu=class{constructor(t={}){let{canvas:e=a_(),context:n=null,depth:s=!0,stencil:r=!1,alpha:o=!1,antialias:a=!1,premultipliedAlpha:l=!0,preserveDrawingBuffer:c=!1,powerPreference:h="default",failIfMajorPerformanceCaveat:u=!1,reversedDepthBuffer:d=!1,outputBufferType:f=si}=t;this.isWebGLRenderer=!0;let p;if(n!==null){if(typeof WebGLRenderingContext<"u"&&n instanceof WebGLRenderingContext)throw new Error("THREE.WebGLRenderer: WebGL 1 is not supported since r163.");p=n.getContextAttributes().alpha}else p=o;let y=f,m=new Set([Rh,Ah,Th]),g=new Set([si,Vi,Go,Lr,bh,wh]),S=new Uint32Array(4),A=new Int32Array(4),v={textures:[],min:[],max:[],resolution:[]},P=null,E=null,_=[],T=[],B=null;this.domElement=e,this.debug={checkShaderErrors:!0,diagnostics:{keywords:!1},onShaderError:null},this.autoClear=!0,this.autoClearColor=!0,this.autoClearDepth=!0,this.autoClearStencil=!0,this.sortObjects=!0,this.clippingPlanes=[],this.localClippingEnabled=!1,this.toneMapping=ss,this.toneMappingExposure=1,this.transmissionResolutionScale=1;let U=this,L=!1,H=null,W=null,D=null,V=null;this._outputColorSpace=mi;let q=0,k=0,lt=null,Z=-1,j=null,tt=new Oe,dt=new Oe,ct=null,Q=new ae(0),gt=0,xt=e.width,It=e.height,bt=1,Ht=null,ie=null,Jt=new Oe(0,0,xt,It),se=new Oe(0,0,xt,It),ne=!1,rt=new $s,yt=new Yc,_t=!1,Bt=!1,Lt=new pe,ee=new C,zt=new Oe,_e={background:null,fog:null,environment:null,overrideMaterial:null,isScene:!0},de=!1;function ye(){return lt===null?bt:1}let F=n;function St(w,z){return e.getContext(w,z)}let Xt,he,wt,De,$t,Qt,R,M,X,ut,ot,Mt,Et,et,it,mt,O,st,nt,Rt,vt,At,Kt;try{let w={alpha:!0,depth:s,stencil:r,antialias:a,premultipliedAlpha:l,preserveDrawingBuffer:c,powerPreference:h,failIfMajorPerformanceCaveat:u};if("setAttribute"in e&&e.setAttribute("data-engine",`three.js r${"187"}`),e.addEventListener("webglcontextlost",qt,!1),e.addEventListener("webglcontextrestored",ce,!1),e.addEventListener("webglcontextcreationerror",Nt,!1),F===null){let z="webgl2";if(F=St(z,w),F===null)throw St(z)?new Error("THREE.WebGLRenderer: Error creating WebGL context with your selected attributes."):new Error("THREE.WebGLRenderer: Error creating WebGL context.")}le()}catch(w){throw e.removeEventListener("webglcontextlost",qt,!1),e.removeEventListener("webglcontextrestored",ce,!1),e.removeEventListener("webglcontextcreationerror",Nt,!1),oe("WebGLRenderer: "+w.message),w}function le(){Xt=new IE(F),Xt.init(),vt=new fT(F,Xt),he=new vE(F,Xt,t,vt),wt=new uT(F,Xt),he.reversedDepthBuffer&&d&&wt.buffers.depth.setReversed(!0),W=F.createFramebuffer(),D=F.createFramebuffer(),V=F.createFramebuffer(),De=new NE(F),$t=new K1,Qt=new dT(F,Xt,wt,$t,he,vt,De),R=new PE(U),M=new FM(F),At=new xE(F,M),X=new LE(F,M,De,At),ut=new FE(F,X,M,At,De),st=new UE(F,he,Qt),it=new SE($t),ot=new J1(U,R,Xt,he,At,it),Mt=new _T(U,$t),Et=new Q1,et=new rT(Xt),O=new _E(U,R,wt,ut,p,l),mt=new hT(U,ut,he),Kt=new xT(F,De,he,wt),nt=new yE(F,Xt,De),Rt=new DE(F,Xt,De),De.programs=ot.programs,U.capabilities=he,U.extensions=Xt,U.properties=$t,U.renderLists=Et,U.shadowMap=mt,U.state=wt,U.info=De}y!==si&&(B=new BE(y,e.width,e.height,a,s,r));let ht=new up(U,F);this.xr=ht,this.getContext=function(){return F},this.getContextAttributes=function(){return F.getContextAttributes()},this.forceContextLoss=function(){let w=Xt.get("WEBGL_lose_context");w&&w.loseContext()},this.forceContextRestore=function(){let w=Xt.get("WEBGL_lose_context");w&&w.restoreContext()},this.getPixelRatio=function(){return bt},this.setPixelRatio=function(w){w!==void 0&&(bt=w,this.setSize(xt,It,!1))},this.getSize=function(w){return w.set(xt,It)},this.setSize=function(w,z,K=!0){if(ht.isPresenting){te("WebGLRenderer: Can't change size while VR device is presenting.");return}xt=w,It=z,e.width=Math.floor(w*bt),e.height=Math.floor(z*bt),K===!0&&(e.style.width=w+"px",e.style.height=z+"px"),B!==null&&B.setSize(e.width,e.height),this.setViewport(0,0,w,z)},this.getDrawingBufferSize=function(w){return w.set(xt*bt,It*bt).floor()},this.setDrawingBufferSize=function(w,z,K){xt=w,It=z,bt=K,e.width=Math.floor(w*K),e.height=Math.floor(z*K),this.setViewport(0,0,w,z)},this.setEffects=function(w){if(y===si){oe("WebGLRenderer: setEffects() requires outputBufferType set to HalfFloatType or FloatType.");return}if(w){for(let z=0;z<w.length;z++)if(w[z].isOutputPass===!0){te("WebGLRenderer: OutputPass is not needed in setEffects(). Tone mapping and color space conversion are applied automatically.");break}}B.setEffects(w||[])},this.getCurrentViewport=function(w){return w.copy(tt)},this.getViewport=function(w){return w.copy(Jt)},this.setViewport=function(w,z,K,Y){w.isVector4?Jt.set(w.x,w.y,w.z,w.w):Jt.set(w,z,K,Y),wt.viewport(tt.copy(Jt).multiplyScalar(ye()).round())},this.getScissor=function(w){return w.copy(se)},this.setScissor=function(w,z,K,Y){w.isVector4?se.set(w.x,w.y,w.z,w.w):se.set(w,z,K,Y),wt.scissor(dt.copy(se).multiplyScalar(ye()).round())},this.getScissorTest=function(){return ne},this.setScissorTest=function(w){wt.setScissorTest(ne=w)},this.setOpaqueSort=function(w){Ht=w},this.setTransparentSort=function(w){ie=w},this.getClearColor=function(w){return w.copy(O.getClearColor())},this.setClearColor=function(){O.setClearColor(...arguments)},this.getClearAlpha=function(){return O.getClearAlpha()},this.setClearAlpha=function(){O.setClearAlpha(...arguments)},this.clear=function(w=!0,z=!0,K=!0){let Y=0;if(w){let $=!1;if(lt!==null){let Ct=lt.texture.format;$=m.has(Ct)}if($){let Ct=lt.texture.type,Ft=g.has(Ct),Pt=O.getClearColor(),Ot=O.getClearAlpha(),Zt=Pt.r,ue=Pt.g,Me=Pt.b;Ft?(S[0]=Zt,S[1]=ue,S[2]=Me,S[3]=Ot,F.clearBufferuiv(F.COLOR,0,S)):(A[0]=Zt,A[1]=ue,A[2]=Me,A[3]=Ot,F.clearBufferiv(F.COLOR,0,A))}else Y|=F.COLOR_BUFFER_BIT}z&&(Y|=F.DEPTH_BUFFER_BIT,this.state.buffers.depth.setMask(!0)),K&&(Y|=F.STENCIL_BUFFER_BIT,this.state.buffers.stencil.setMask(4294967295)),Y!==0&&F.clear(Y)},this.clearColor=function(){this.clear(!0,!1,!1)},this.clearDepth=function(){this.clear(!1,!0,!1)},this.clearStencil=function(){this.clear(!1,!1,!0)},this.setNodesHandler=function(w){w.setRenderer(this),H=w},this.dispose=function(){e.removeEventListener("webglcontextlost",qt,!1),e.removeEventListener("webglcontextrestored",ce,!1),e.removeEventListener("webglcontextcreationerror",Nt,!1),O.dispose(),Et.dispose(),et.dispose(),Qt.dispose(),$t.dispose(),R.dispose(),ut.dispose(),X.dispose(),At.dispose(),Kt.dispose(),ot.dispose(),ht.dispose(),ht.removeEventListener("sessionstart",Pl),ht.removeEventListener("sessionend",Wi),cs.stop()};function qt(w){w.preventDefault(),Da("WebGLRenderer: Context Lost."),L=!0}function ce(){Da("WebGLRenderer: Context Restored."),L=!1;let w=De.autoReset,z=mt.enabled,K=mt.autoUpdate,Y=mt.needsUpdate,$=mt.type;le(),De.autoReset=w,mt.enabled=z,mt.autoUpdate=K,mt.needsUpdate=Y,mt.type=$}function Nt(w){oe("WebGLRenderer: A WebGL context could not be created. Reason: ",w.statusMessage)}function xe(w){let z=w.target;z.removeEventListener("dispose",xe),Xe(z)}function Xe(w){Xn(w),$t.remove(w)}function Xn(w){let z=$t.get(w).programs;z!==void 0&&(z.forEach(function(K){ot.releaseProgram(K)}),w.isShaderMaterial&&ot.releaseShaderCache(w))}this.renderBufferDirect=function(w,z,K,Y,$,Ct){z===null&&(z=_e);let Ft=$.isMesh&&$.matrixWorld.determinantAffine()<0,Pt=na(w,z,K,Y,$);wt.setMaterial(Y,Ft);let Ot=K.index,Zt=1;if(Y.wireframe===!0){if(Ot=X.getWireframeAttribute(K),Ot===void 0)return;Zt=2}let ue=K.drawRange,Me=K.attributes.position,Yt=ue.start*Zt,be=(ue.start+ue.count)*Zt;Ct!==null&&(Yt=Math.max(Yt,Ct.start*Zt),be=Math.min(be,(Ct.start+Ct.count)*Zt)),Ot!==null?(Yt=Math.max(Yt,0),be=Math.min(be,Ot.count)):Me!=null&&(Yt=Math.max(Yt,0),be=Math.min(be,Me.count));let Qe=be-Yt;if(Qe<0||Qe===1/0)return;At.setup($,Y,Pt,K,Ot);let Be,ze=nt;if(Ot!==null&&(Be=M.get(Ot),ze=Rt,ze.setIndex(Be)),$.isMesh)Y.wireframe===!0?(wt.setLineWidth(Y.wireframeLinewidth*ye()),ze.setMode(F.LINES)):ze.setMode(F.TRIANGLES);else if($.isLine){let _n=Y.linewidth;_n===void 0&&(_n=1),wt.setLineWidth(_n*ye()),$.isLineSegments?ze.setMode(F.LINES):$.isLineLoop?ze.setMode(F.LINE_LOOP):ze.setMode(F.LINE_STRIP)}else $.isPoints?ze.setMode(F.POINTS):$.isSprite&&ze.setMode(F.TRIANGLES);if($.isBatchedMesh)if(Xt.get("WEBGL_multi_draw"))ze.renderMultiDraw($._multiDrawStarts,$._multiDrawCounts,$._multiDrawCount);else{let _n=$._multiDrawStarts,Gt=$._multiDrawCounts,un=$._multiDrawCount,Ee=Ot?M.get(Ot).bytesPerElement:1,us=$t.get(Y).currentProgram.getUniforms();for(let dn=0;dn<un;dn++)us.setValue(F,"_gl_DrawID",dn),ze.render(_n[dn]/Ee,Gt[dn])}else if($.isInstancedMesh)ze.renderInstances(Yt,Qe,$.count);else if(K.isInstancedBufferGeometry){let _n=K._maxInstanceCount!==void 0?K._maxInstanceCount:1/0,Gt=Math.min(K.instanceCount,_n);ze.renderInstances(Yt,Qe,Gt)}else ze.render(Yt,Qe)};function Qo(w,z,K,Y){H!==null&&w.isNodeMaterial&&H.setObject(Y,w),_t===!0&&it.setState(w,K,!1),w.transparent===!0&&w.side===is&&w.forceSinglePass===!1?(w.side=ti,w.needsUpdate=!0,Xi(w,z,Y),w.side=er,w.needsUpdate=!0,Xi(w,z,Y),w.side=is):Xi(w,z,Y)}this.compile=function(w,z,K=null){K===null&&(K=w),H!==null&&H.renderStart(w,z,K),E=et.get(K),E.init(z),T.push(E),K.traverseVisible(function($){$.isLight&&$.layers.test(z.layers)&&(E.pushLight($),$.castShadow&&E.pushShadow($))}),w!==K&&w.traverseVisible(function($){$.isLight&&$.layers.test(z.layers)&&(E.pushLight($),$.castShadow&&E.pushShadow($))}),E.setupLights(),H!==null&&H.updateLights(E.state.lightsArray),Bt=this.localClippingEnabled,_t=it.init(this.clippingPlanes,Bt),_t===!0&&it.setGlobalState(this.clippingPlanes,z),H!==null&&mt.render(E.state.shadowsArray,K,z);let Y=new Set;return w.traverse(function($){if(!($.isMesh||$.isPoints||$.isLine||$.isSprite))return;let Ct=$.material;if(Ct)if(Array.isArray(Ct))for(let Ft=0;Ft<Ct.length;Ft++){let Pt=Ct[Ft];Qo(Pt,K,z,$),Y.add(Pt)}else Qo(Ct,K,z,$),Y.add(Ct)}),E=T.pop(),H!==null&&H.renderEnd(),Y},this.compileAsync=function(w,z,K=null){let Y=this.compile(w,z,K);return new Promise($=>{function Ct(){if(Y.forEach(function(Ft){let Ot=$t.get(Ft).currentProgram;(Ot===void 0||Ot.isReady())&&Y.delete(Ft)}),Y.size===0){$(w);return}setTimeout(Ct,10)}Xt.get("KHR_parallel_shader_compile")!==null?Ct():setTimeout(Ct,10)})};let zr=null;function qu(w){zr&&zr(w)}function Pl(){cs.stop()}function Wi(){cs.start()}let cs=new z_;cs.setAnimationLoop(qu),typeof self<"u"&&cs.setContext(self),this.setAnimationLoop=function(w){zr=w,ht.setAnimationLoop(w),w===null?cs.stop():cs.start()},ht.addEventListener("sessionstart",Pl),ht.addEventListener("sessionend",Wi),this.render=function(w,z){if(z!==void 0&&z.isCamera!==!0){oe("WebGLRenderer.render: camera is not an instance of THREE.Camera.");return}if(L===!0)return;H!==null&&H.renderStart(w,z);let K=ht.enabled===!0&&ht.isPresenting===!0,Y=B!==null&&(lt===null||K)&&B.begin(U,lt);if(w.matrixWorldAutoUpdate===!0&&w.updateMatrixWorld(),z.parent===null&&z.matrixWorldAutoUpdate===!0&&z.updateMatrixWorld(),ht.enabled===!0&&ht.isPresenting===!0&&(B===null||B.isCompositing()===!1)&&(ht.cameraAutoUpdate===!0&&ht.updateCamera(z),z=ht.getCamera()),w.isScene===!0&&w.onBeforeRender(U,w,z,lt),E=et.get(w,T.length),E.init(z),E.state.textureUnits=Qt.getTextureUnits(),T.push(E),Lt.multiplyMatrices(z.projectionMatrix,z.matrixWorldInverse),z.isArrayCamera?yt.setFromArrayCamera(z):rt.setFromProjectionMatrix(Lt,Ai,z.reversedDepth),Bt=this.localClippingEnabled,_t=it.init(this.clippingPlanes,Bt),P=Et.get(w,_.length),P.init(),_.push(P),this.info.render.frame++,ht.enabled===!0&&ht.isPresenting===!0){let Ft=U.xr.getDepthSensingMesh();Ft!==null&&hs(Ft,z,-1/0,U.sortObjects)}hs(w,z,0,U.sortObjects),P.finish(),H!==null&&H.updateLights(E.state.lightsArray),U.sortObjects===!0&&P.sort(Ht,ie),de=ht.enabled===!1||ht.isPresenting===!1||ht.hasDepthSensing()===!1,de&&O.addToRenderList(P,w),this.info.autoReset===!0&&this.info.reset(),_t===!0&&it.beginShadows();let $=E.state.shadowsArray;if(mt.render($,w,z),_t===!0&&it.endShadows(),(Y&&B.hasRenderPass())===!1){let Ft=P.opaque,Pt=P.transmissive;if(E.setupLights(),z.isArrayCamera){let Ot=z.cameras;if(Pt.length>0)for(let Zt=0,ue=Ot.length;Zt<ue;Zt++){let Me=Ot[Zt];Ii(Ft,Pt,w,Me)}de&&O.render(w);for(let Zt=0,ue=Ot.length;Zt<ue;Zt++){let Me=Ot[Zt];ta(P,w,Me,Me.viewport)}}else Pt.length>0&&Ii(Ft,Pt,w,z),de&&O.render(w),ta(P,w,z)}lt!==null&&k===0&&(Qt.updateMultisampleRenderTarget(lt),Qt.updateRenderTargetMipmap(lt)),Y&&B.end(U),w.isScene===!0&&w.onAfterRender(U,w,z),At.resetDefaultState(),Z=-1,j=null,T.pop(),T.length>0?(E=T[T.length-1],Qt.setTextureUnits(E.state.textureUnits),_t===!0&&it.setGlobalState(U.clippingPlanes,E.state.camera)):E=null,_.pop(),_.length>0?P=_[_.length-1]:P=null,H!==null&&H.renderEnd()};function hs(w,z,K,Y){if(w.visible===!1)return;if(w.layers.test(z.layers)){if(w.isGroup)K=w.renderOrder;else if(w.isLOD)w.autoUpdate===!0&&w.update(z);else if(w.isLight)E.pushLight(w),w.castShadow&&E.pushShadow(w);else if(w.isSprite){let Ft=z.isArrayCamera?yt:rt;if(!w.frustumCulled||w.intersectsFrustum(Ft)){Y&&zt.setFromMatrixPosition(w.matrixWorld).applyMatrix4(Lt);let Pt=ut.update(w),Ot=w.material;Ot.visible&&P.push(w,Pt,Ot,K,zt.z,null,z)}}else if(w.isMesh||w.isLine||w.isPoints){let Ft=z.isArrayCamera?yt:rt;if(!w.frustumCulled||w.intersectsFrustum(Ft)){let Pt=ut.update(w),Ot=w.material;if(Y&&(w.boundingSphere!==void 0?(w.boundingSphere===null&&w.computeBoundingSphere(),zt.copy(w.boundingSphere.center)):(Pt.boundingSphere===null&&Pt.computeBoundingSphere(),zt.copy(Pt.boundingSphere.center)),zt.applyMatrix4(w.matrixWorld).applyMatrix4(Lt)),Array.isArray(Ot)){let Zt=Pt.groups;for(let ue=0,Me=Zt.length;ue<Me;ue++){let Yt=Zt[ue],be=Ot[Yt.materialIndex];be&&be.visible&&P.push(w,Pt,be,K,zt.z,Yt,z)}}else Ot.visible&&P.push(w,Pt,Ot,K,zt.z,null,z)}}}let Ct=w.children;for(let Ft=0,Pt=Ct.length;Ft<Pt;Ft++)hs(Ct[Ft],z,K,Y)}function ta(w,z,K,Y){let{opaque:$,transmissive:Ct,transparent:Ft}=w;E.setupLightsView(K),_t===!0&&it.setGlobalState(U.clippingPlanes,K),Y&&wt.viewport(tt.copy(Y)),$.length>0&&nn($,z,K),Ct.length>0&&nn(Ct,z,K),Ft.length>0&&nn(Ft,z,K),wt.buffers.depth.setTest(!0),wt.buffers.depth.setMask(!0),wt.buffers.color.setMask(!0),wt.setPolygonOffset(!1)}function Ii(w,z,K,Y){if((K.isScene===!0?K.overrideMaterial:null)!==null)return;if(E.state.transmissionRenderTarget[Y.id]===void 0){let Yt=Xt.has("EXT_color_buffer_half_float")||Xt.has("EXT_color_buffer_float");E.state.transmissionRenderTarget[Y.id]=new _i(1,1,{generateMipmaps:!0,type:Yt?Hi:si,minFilter:As,samples:Math.max(4,he.samples),stencilBuffer:r,resolveDepthBuffer:!1,resolveStencilBuffer:!1,storeMultisampledDepthBuffer:!1,storeMultisampledStencilBuffer:!1,colorSpace:Ae.workingColorSpace})}let Ct=E.state.transmissionRenderTarget[Y.id],Ft=Y.viewport||tt;Ct.setSize(Ft.z*U.transmissionResolutionScale,Ft.w*U.transmissionResolutionScale);let Pt=U.getRenderTarget(),Ot=U.getActiveCubeFace(),Zt=U.getActiveMipmapLevel();U.setRenderTarget(Ct),U.getClearColor(Q),gt=U.getClearAlpha(),gt<1&&U.setClearColor(16777215,.5),U.clear(),de&&O.render(K);let ue=U.toneMapping;U.toneMapping=ss;let Me=Y.viewport;if(Y.viewport!==void 0&&(Y.viewport=void 0),E.setupLightsView(Y),_t===!0&&it.setGlobalState(U.clippingPlanes,Y),nn(w,K,Y),Qt.updateMultisampleRenderTarget(Ct),Qt.updateRenderTargetMipmap(Ct),Xt.has("WEBGL_multisampled_render_to_texture")===!1){let Yt=!1;for(let be=0,Qe=z.length;be<Qe;be++){let Be=z[be],{object:ze,geometry:_n,material:Gt,group:un}=Be;if(Gt.side===is&&ze.layers.test(Y.layers)){let Ee=Gt.side;Gt.side=ti,Gt.needsUpdate=!0,ln(ze,K,Y,_n,Gt,un),Gt.side=Ee,Gt.needsUpdate=!0,Yt=!0}}Yt===!0&&(Qt.updateMultisampleRenderTarget(Ct),Qt.updateRenderTargetMipmap(Ct))}U.setRenderTarget(Pt,Ot,Zt),U.setClearColor(Q,gt),Me!==void 0&&(Y.viewport=Me),U.toneMapping=ue}function nn(w,z,K){let Y=z.isScene===!0?z.overrideMaterial:null;for(let $=0,Ct=w.length;$<Ct;$++){let Ft=w[$],{object:Pt,geometry:Ot,group:Zt}=Ft,ue=Ft.material;ue.allowOverride===!0&&Y!==null&&(ue=Y),Pt.layers.test(K.layers)&&ln(Pt,z,K,Ot,ue,Zt)}}function ln(w,z,K,Y,$,Ct){H!==null&&$.isNodeMaterial&&H.setObject(w,$),w.onBeforeRender(U,z,K,Y,$,Ct),w.modelViewMatrix.multiplyMatrices(K.matrixWorldInverse,w.matrixWorld),w.normalMatrix.getNormalMatrix(w.modelViewMatrix),$.onBeforeRender(U,z,K,Y,w,Ct),$.transparent===!0&&$.side===is&&$.forceSinglePass===!1?($.side=ti,$.needsUpdate=!0,U.renderBufferDirect(K,z,Y,$,w,Ct),$.side=er,$.needsUpdate=!0,U.renderBufferDirect(K,z,Y,$,w,Ct),$.side=is):U.renderBufferDirect(K,z,Y,$,w,Ct),w.onAfterRender(U,z,K,Y,$,Ct)}function cn(w){let z=0;for(let K of w)K.texture!==null&&z++;return z}function Xi(w,z,K){z.isScene!==!0&&(z=_e);let Y=$t.get(w),$=E.state.lights,Ct=E.state.shadowsArray,Ft=$.state.version,Pt=ot.getParameters(w,$.state,Ct,z,K,E.state.lightProbeGridArray),Ot=ot.getProgramCacheKey(Pt),Zt=Y.programs;Y.environment=w.isMeshStandardMaterial||w.isMeshLambertMaterial||w.isMeshPhongMaterial?z.environment:null,Y.fog=z.fog;let ue=w.isMeshStandardMaterial||w.isMeshLambertMaterial&&!w.envMap||w.isMeshPhongMaterial&&!w.envMap;Y.envMap=R.get(w.envMap||Y.environment,ue),Y.envMapRotation=Y.environment!==null&&w.envMap===null?z.environmentRotation:w.envMapRotation,Zt===void 0&&(w.addEventListener("dispose",xe),Zt=new Map,Y.programs=Zt,Y.programVariants=new Map);let Me=Zt.get(Ot);if(Me!==void 0){if(Y.currentProgram===Me&&Y.lightsStateVersion===Ft)return ea(w,Pt),Me}else Pt.uniforms=ot.getUniforms(w),H!==null&&w.isNodeMaterial&&H.build(w,K,Pt),w.onBeforeCompile(Pt,U),Me=ot.acquireProgram(Pt,Ot),Zt.set(Ot,Me),Y.uniforms=Pt.uniforms;let Yt=Y.uniforms;return(!w.isShaderMaterial&&!w.isRawShaderMaterial||w.clipping===!0)&&(Yt.clippingPlanes=it.uniform),ea(w,Pt),Y.needsLights=Ns(w),Y.lightsStateVersion=Ft,Y.needsLights&&(Yt.ambientLightColor.value=$.state.ambient,Yt.lightProbe.value=$.state.probe,Yt.sunLights.value=$.state.sun,Yt.sunLightShadows.value=$.state.sunShadow,Yt.directionalLights.value=$.state.directional,Yt.directionalLightShadows.value=$.state.directionalShadow,Yt.spotLights.value=$.state.spot,Yt.spotLightShadows.value=$.state.spotShadow,Yt.rectAreaLights.value=$.state.rectArea,Yt.ltc_1.value=$.state.rectAreaLTC1,Yt.ltc_2.value=$.state.rectAreaLTC2,Yt.pointLights.value=$.state.point,Yt.pointLightShadows.value=$.state.pointShadow,Yt.hemisphereLights.value=$.state.hemi,Yt.sunShadowMatrix.value=$.state.sunShadowMatrix,Yt.sunShadowCascade.value=$.state.sunShadowCascade,Yt.directionalShadowMatrix.value=$.state.directionalShadowMatrix,Yt.spotLightMatrix.value=$.state.spotLightMatrix,Yt.spotLightMap.value=$.state.spotLightMap,Yt.pointShadowMatrix.value=$.state.pointShadowMatrix),Y.numLightProbeGrids=cn(E.state.lightProbeGridArray),Y.currentProgram=Me,Y.uniformsList=null,Me}function oi(w,z,K,Y,$){let Ct=$t.get(w),Ft=Ct.currentProgram.id+","+Y+","+$,Pt=Ct.programVariants.get(Ft);return Pt===void 0?(Pt=Xi(w,z,K),Ct.programVariants.set(Ft,Pt)):(Ct.currentProgram=Pt,Ct.uniformsList=null,Ct.outputColorSpace=Y,Ct.toneMapping=$),Pt}function Ds(w){if(w.uniformsList===null){let z=w.currentProgram.getUniforms();w.uniformsList=Xo.seqWithValue(z.seq,w.uniforms)}return w.uniformsList}function ea(w,z){let K=$t.get(w);K.outputColorSpace=z.outputColorSpace,K.batching=z.batching,K.batchingColor=z.batchingColor,K.instancing=z.instancing,K.instancingColor=z.instancingColor,K.instancingMorph=z.instancingMorph,K.skinning=z.skinning,K.morphTargets=z.morphTargets,K.morphNormals=z.morphNormals,K.morphColors=z.morphColors,K.morphTargetsCount=z.morphTargetsCount,K.numClippingPlanes=z.numClippingPlanes,K.numIntersection=z.numClipIntersection,K.vertexAlphas=z.vertexAlphas,K.vertexTangents=z.vertexTangents,K.toneMapping=z.toneMapping}function na(w,z,K,Y,$){z.isScene!==!0&&(z=_e),Qt.resetTextureUnits();let Ct=z.fog,Ft=Y.isMeshStandardMaterial||Y.isMeshLambertMaterial||Y.isMeshPhongMaterial?z.environment:null,Pt=lt===null?U.outputColorSpace:lt.isXRRenderTarget===!0?lt.texture.colorSpace:Ae.workingColorSpace,Ot=Y.isMeshStandardMaterial||Y.isMeshLambertMaterial&&!Y.envMap||Y.isMeshPhongMaterial&&!Y.envMap,Zt=R.get(Y.envMap||Ft,Ot),ue=Y.vertexColors===!0&&!!K.attributes.color&&K.attributes.color.itemSize===4,Me=!!K.attributes.tangent&&(!!Y.normalMap||Y.anisotropy>0),Yt=!!K.morphAttributes.position,be=!!K.morphAttributes.normal,Qe=!!K.morphAttributes.color,Be=ss;Y.toneMapped&&(lt===null||lt.isXRRenderTarget===!0)&&(Be=U.toneMapping);let ze=K.morphAttributes.position||K.morphAttributes.normal||K.morphAttributes.color,_n=ze!==void 0?ze.length:0,Gt=$t.get(Y),un=E.state.lights;if(_t===!0&&(Bt===!0||w!==j)){let ke=w===j&&Y.id===Z;it.setState(Y,w,ke)}let Ee=!1,us=!1;Y.version===Gt.__version?Gt.needsLights&&Gt.lightsStateVersion!==un.state.version||$.isBatchedMesh&&Gt.batching===!1||!$.isBatchedMesh&&Gt.batching===!0||$.isBatchedMesh&&Gt.batchingColor===!0&&$._colorsTexture===null||$.isBatchedMesh&&Gt.batchingColor===!1&&$._colorsTexture!==null||$.isInstancedMesh&&Gt.instancing===!1||!$.isInstancedMesh&&Gt.instancing===!0||$.isSkinnedMesh&&Gt.skinning===!1||!$.isSkinnedMesh&&Gt.skinning===!0||$.isInstancedMesh&&Gt.instancingColor===!0&&$.instanceColor===null||$.isInstancedMesh&&Gt.instancingColor===!1&&$.instanceColor!==null||$.isInstancedMesh&&Gt.instancingMorph===!0&&$.morphTexture===null||$.isInstancedMesh&&Gt.instancingMorph===!1&&$.morphTexture!==null||Gt.envMap!==Zt||Y.fog===!0&&Gt.fog!==Ct||Gt.numClippingPlanes!==void 0&&(Gt.numClippingPlanes!==it.numPlanes||Gt.numIntersection!==it.numIntersection)||Gt.vertexAlphas!==ue||Gt.vertexTangents!==Me||Gt.morphTargets!==Yt||Gt.morphNormals!==be||Gt.morphColors!==Qe||Gt.morphTargetsCount!==_n||Gt.numLightProbeGrids!==cn(E.state.lightProbeGridArray)?Ee=!0:(Gt.outputColorSpace!==Pt||Gt.toneMapping!==Be)&&(us=!0):(Ee=!0,Gt.__version=Y.version);let dn=Gt.currentProgram;(Ee===!0||us===!0)&&(dn=us===!0?oi(Y,z,$,Pt,Be):Xi(Y,z,$),H&&Y.isNodeMaterial&&H.onUpdateProgram(Y,dn,Gt));let Hr=!1,qi=!1,ds=!1,ve=dn.getUniforms(),sn=Gt.uniforms;if(wt.useProgram(dn.program)&&(Hr=!0,qi=!0,ds=!0),Y.id!==Z&&(Z=Y.id,qi=!0),Hr||j!==w){wt.buffers.depth.getReversed()&&w.reversedDepth!==!0&&(w._reversedDepth=!0,w.updateProjectionMatrix()),ve.setValue(F,"projectionMatrix",w.projectionMatrix),ve.setValue(F,"viewMatrix",w.matrixWorldInverse);let fn=ve.map.cameraPosition;fn!==void 0&&fn.setValue(F,ee.setFromMatrixPosition(w.matrixWorld)),he.logarithmicDepthBuffer&&ve.setValue(F,"logDepthBufFC",2/(Math.log(w.far+1)/Math.LN2)),(Y.isMeshPhongMaterial||Y.isMeshToonMaterial||Y.isMeshLambertMaterial||Y.isMeshBasicMaterial||Y.isMeshStandardMaterial||Y.isShaderMaterial)&&ve.setValue(F,"isOrthographic",w.isOrthographicCamera===!0),j!==w&&(j=w,qi=!0,ds=!0)}if(Gt.needsLights&&(un.state.sunShadowMap.length>0&&ve.setValue(F,"sunShadowMap",un.state.sunShadowMap,Qt),un.state.directionalShadowMap.length>0&&ve.setValue(F,"directionalShadowMap",un.state.directionalShadowMap,Qt),un.state.spotShadowMap.length>0&&ve.setValue(F,"spotShadowMap",un.state.spotShadowMap,Qt),un.state.pointShadowMap.length>0&&ve.setValue(F,"pointShadowMap",un.state.pointShadowMap,Qt)),$.isSkinnedMesh){ve.setOptional(F,$,"bindMatrix"),ve.setOptional(F,$,"bindMatrixInverse");let ke=$.skeleton;ke&&(ke.boneTexture===null&&ke.computeBoneTexture(),ve.setValue(F,"boneTexture",ke.boneTexture,Qt))}$.isBatchedMesh&&(ve.setOptional(F,$,"batchingTexture"),ve.setValue(F,"batchingTexture",$._matricesTexture,Qt),ve.setOptional(F,$,"batchingIdTexture"),ve.setValue(F,"batchingIdTexture",$._indirectTexture,Qt),ve.setOptional(F,$,"batchingColorTexture"),$._colorsTexture!==null&&ve.setValue(F,"batchingColorTexture",$._colorsTexture,Qt));let qn=K.morphAttributes;if((qn.position!==void 0||qn.normal!==void 0||qn.color!==void 0)&&st.update($,K,dn),(qi||Gt.receiveShadow!==$.receiveShadow)&&(Gt.receiveShadow=$.receiveShadow,ve.setValue(F,"receiveShadow",$.receiveShadow)),(Y.isMeshStandardMaterial||Y.isMeshLambertMaterial||Y.isMeshPhongMaterial)&&Y.envMap===null&&z.environment!==null&&(sn.envMapIntensity.value=z.environmentIntensity),sn.dfgLUT!==void 0&&(sn.dfgLUT.value=vT()),qi){if(ve.setValue(F,"toneMappingExposure",U.toneMappingExposure),Gt.needsLights&&kr(sn,ds),Ct&&Y.fog===!0&&Mt.refreshFogUniforms(sn,Ct),Mt.refreshMaterialUniforms(sn,Y,bt,It,E.state.transmissionRenderTarget[w.id]),Gt.needsLights&&Gt.numLightProbeGrids>0){let ke=v,fn=0;for(let Bn of E.state.lightProbeGridArray)Bn.texture!==null&&(ke.textures[fn]=Bn.texture,ke.min[fn]=Bn.boundingBox.min,ke.max[fn]=Bn.boundingBox.max,ke.resolution[fn]=Bn.resolution,fn++);for(let Bn in ke)ke[Bn].length=fn;sn.probesSH.value=ke.textures,sn.probesMin.value=ke.min,sn.probesMax.value=ke.max,sn.probesResolution.value=ke.resolution}Xo.upload(F,Ds(Gt),sn,Qt)}if(Y.isShaderMaterial&&Y.uniformsNeedUpdate===!0&&(Xo.upload(F,Ds(Gt),sn,Qt),Y.uniformsNeedUpdate=!1),Y.isSpriteMaterial&&ve.setValue(F,"center",$.center),ve.setValue(F,"modelViewMatrix",$.modelViewMatrix),ve.setValue(F,"normalMatrix",$.normalMatrix),ve.setValue(F,"modelMatrix",$.matrixWorld),Y.uniformsGroups!==void 0){let ke=Y.uniformsGroups;for(let fn=0,Bn=ke.length;fn<Bn;fn++){let Il=ke[fn];Kt.update(Il,dn),Kt.bind(Il,dn)}}return dn}function kr(w,z){w.ambientLightColor.needsUpdate=z,w.lightProbe.needsUpdate=z,w.sunLights.needsUpdate=z,w.sunLightShadows.needsUpdate=z,w.directionalLights.needsUpdate=z,w.directionalLightShadows.needsUpdate=z,w.pointLights.needsUpdate=z,w.pointLightShadows.needsUpdate=z,w.spotLights.needsUpdate=z,w.spotLightShadows.needsUpdate=z,w.rectAreaLights.needsUpdate=z,w.hemisphereLights.needsUpdate=z}function Ns(w){return w.isMeshLambertMaterial||w.isMeshToonMaterial||w.isMeshPhongMaterial||w.isMeshStandardMaterial||w.isShadowMaterial||w.isShaderMaterial&&w.lights===!0}this.getActiveCubeFace=function(){return q},this.getActiveMipmapLevel=function(){return k},this.getRenderTarget=function(){return lt},this.setRenderTargetTextures=function(w,z,K){let Y=$t.get(w);Y.__autoAllocateDepthBuffer=w.resolveDepthBuffer===!1,Y.__autoAllocateDepthBuffer===!1&&(Y.__useRenderToTexture=!1),$t.get(w.texture).__webglTexture=z,$t.get(w.depthTexture).__webglTexture=Y.__autoAllocateDepthBuffer?void 0:K,Y.__hasExternalTextures=!0},this.setRenderTargetFramebuffer=function(w,z){let K=$t.get(w);K.__webglFramebuffer=z,K.__useDefaultFramebuffer=z===void 0},this.setRenderTarget=function(w,z=0,K=0){lt=w,q=z,k=K;let Y=null,$=!1,Ct=!1;if(w){let Pt=$t.get(w);if(Pt.__useDefaultFramebuffer!==void 0){wt.bindFramebuffer(F.FRAMEBUFFER,Pt.__webglFramebuffer),tt.copy(w.viewport),dt.copy(w.scissor),ct=w.scissorTest,wt.viewport(tt),wt.scissor(dt),wt.setScissorTest(ct),Z=-1;return}else if(Pt.__webglFramebuffer===void 0)Qt.setupRenderTarget(w);else if(Pt.__hasExternalTextures)Qt.rebindTextures(w,$t.get(w.texture).__webglTexture,$t.get(w.depthTexture).__webglTexture);else if(w.depthBuffer){let ue=w.depthTexture;if(Pt.__boundDepthTexture!==ue){if(ue!==null&&$t.has(ue)&&(w.width!==ue.image.width||w.height!==ue.image.height))throw new Error("THREE.WebGLRenderer: Attached DepthTexture is initialized to the incorrect size.");Qt.setupDepthRenderbuffer(w)}}let Ot=w.texture;(Ot.isData3DTexture||Ot.isDataArrayTexture||Ot.isCompressedArrayTexture)&&(Ct=!0);let Zt=$t.get(w).__webglFramebuffer;w.isWebGLCubeRenderTarget?(Array.isArray(Zt[z])?Y=Zt[z][K]:Y=Zt[z],$=!0):w.samples>0&&Qt.useMultisampledRTT(w)===!1?Y=$t.get(w).__webglMultisampledFramebuffer:Array.isArray(Zt)?Y=Zt[K]:Y=Zt,tt.copy(w.viewport),dt.copy(w.scissor),ct=w.scissorTest}else tt.copy(Jt).multiplyScalar(bt).floor(),dt.copy(se).multiplyScalar(bt).floor(),ct=ne;if(K!==0&&(Y=W),wt.bindFramebuffer(F.FRAMEBUFFER,Y)&&wt.drawBuffers(w,Y),wt.viewport(tt),wt.scissor(dt),wt.setScissorTest(ct),$){let Pt=$t.get(w.texture);F.framebufferTexture2D(F.FRAMEBUFFER,F.COLOR_ATTACHMENT0,F.TEXTURE_CUBE_MAP_POSITIVE_X+z,Pt.__webglTexture,K)}else if(Ct){let Pt=z;for(let Ot=0;Ot<w.textures.length;Ot++){let Zt=$t.get(w.textures[Ot]);F.framebufferTextureLayer(F.FRAMEBUFFER,F.COLOR_ATTACHMENT0+Ot,Zt.__webglTexture,K,Pt)}}else if(w!==null&&K!==0){let Pt=$t.get(w.texture);F.framebufferTexture2D(F.FRAMEBUFFER,F.COLOR_ATTACHMENT0,F.TEXTURE_2D,Pt.__webglTexture,K)}Z=-1};function Vr(w){let z=$t.get(w);return(z.__readFormat!==w.format||z.__readType!==w.type)&&(z.__readFormat=w.format,z.__readType=w.type,z.__formatReadable=he.textureFormatReadable(w.format),z.__typeReadable=he.textureTypeReadable(w.type)),z}this.readRenderTargetPixels=function(w,z,K,Y,$,Ct,Ft,Pt=0){if(!(w&&w.isWebGLRenderTarget)){oe("WebGLRenderer.readRenderTargetPixels: renderTarget is not THREE.WebGLRenderTarget.");return}let Ot=$t.get(w).__webglFramebuffer;if(w.isWebGLCubeRenderTarget&&Ft!==void 0&&(Ot=Ot[Ft],Array.isArray(Ot)&&(Ot=Ot[0])),Ot){wt.bindFramebuffer(F.FRAMEBUFFER,Ot);try{let Zt=w.textures[Pt],ue=Zt.format,Me=Zt.type;w.textures.length>1&&F.readBuffer(F.COLOR_ATTACHMENT0+Pt);let Yt=Vr(Zt);if(Yt.__formatReadable===!1){oe("WebGLRenderer.readRenderTargetPixels: renderTarget is not in RGBA or implementation defined format.");return}if(Yt.__typeReadable===!1){oe("WebGLRenderer.readRenderTargetPixels: renderTarget is not in UnsignedByteType or implementation defined type.");return}z>=0&&z<=w.width-Y&&K>=0&&K<=w.height-$&&F.readPixels(z,K,Y,$,vt.convert(ue),vt.convert(Me),Ct)}finally{let Zt=lt!==null?$t.get(lt).__webglFramebuffer:null;wt.bindFramebuffer(F.FRAMEBUFFER,Zt)}}},this.readRenderTargetPixelsAsync=async function(w,z,K,Y,$,Ct,Ft,Pt=0){if(!(w&&w.isWebGLRenderTarget))throw new Error("THREE.WebGLRenderer.readRenderTargetPixels: renderTarget is not THREE.WebGLRenderTarget.");let Ot=$t.get(w).__webglFramebuffer;if(w.isWebGLCubeRenderTarget&&Ft!==void 0&&(Ot=Ot[Ft],Array.isArray(Ot)&&(Ot=Ot[0])),Ot)if(z>=0&&z<=w.width-Y&&K>=0&&K<=w.height-$){wt.bindFramebuffer(F.FRAMEBUFFER,Ot);let Zt=w.textures[Pt],ue=Zt.format,Me=Zt.type;w.textures.length>1&&F.readBuffer(F.COLOR_ATTACHMENT0+Pt);let Yt=Vr(Zt);if(Yt.__formatReadable===!1)throw new Error("THREE.WebGLRenderer.readRenderTargetPixelsAsync: renderTarget is not in RGBA or implementation defined format.");if(Yt.__typeReadable===!1)throw new Error("THREE.WebGLRenderer.readRenderTargetPixelsAsync: renderTarget is not in UnsignedByteType or implementation defined type.");let be=F.createBuffer();F.bindBuffer(F.PIXEL_PACK_BUFFER,be),F.bufferData(F.PIXEL_PACK_BUFFER,Ct.byteLength,F.STREAM_READ),F.readPixels(z,K,Y,$,vt.convert(ue),vt.convert(Me),0),F.bindBuffer(F.PIXEL_PACK_BUFFER,null);let Qe=lt!==null?$t.get(lt).__webglFramebuffer:null;wt.bindFramebuffer(F.FRAMEBUFFER,Qe);let Be=F.fenceSync(F.SYNC_GPU_COMMANDS_COMPLETE,0);return F.flush(),await c_(F,Be,4),F.bindBuffer(F.PIXEL_PACK_BUFFER,be),F.getBufferSubData(F.PIXEL_PACK_BUFFER,0,Ct),F.bindBuffer(F.PIXEL_PACK_BUFFER,null),F.deleteBuffer(be),F.deleteSync(Be),Ct}else throw new Error("THREE.WebGLRenderer.readRenderTargetPixelsAsync: requested read bounds are out of range.")},this.copyFramebufferToTexture=function(w,z=null,K=0){let Y=Math.pow(2,-K),$=Math.floor(w.image.width*Y),Ct=Math.floor(w.image.height*Y),Ft=z!==null?z.x:0,Pt=z!==null?z.y:0;Qt.setTexture2D(w,0),F.copyTexSubImage2D(F.TEXTURE_2D,K,0,0,Ft,Pt,$,Ct),wt.unbindTexture()},this.copyTextureToTexture=function(w,z,K=null,Y=null,$=0,Ct=0){let Ft,Pt,Ot,Zt,ue,Me,Yt,be,Qe,Be=w.isCompressedTexture?w.mipmaps[Ct]:w.image;if(K!==null)Ft=K.max.x-K.min.x,Pt=K.max.y-K.min.y,Ot=K.isBox3?K.max.z-K.min.z:1,Zt=K.min.x,ue=K.min.y,Me=K.isBox3?K.min.z:0;else{let ve=Math.pow(2,-$);Ft=Math.floor(Be.width*ve),Pt=Math.floor(Be.height*ve),w.isDataArrayTexture?Ot=Be.depth:w.isData3DTexture?Ot=Math.floor(Be.depth*ve):Ot=1,Zt=0,ue=0,Me=0}Y!==null?(Yt=Y.x,be=Y.y,Qe=Y.z):(Yt=0,be=0,Qe=0);let ze=vt.convert(z.format),_n=vt.convert(z.type),Gt;z.isData3DTexture?(Qt.setTexture3D(z,0),Gt=F.TEXTURE_3D):z.isDataArrayTexture||z.isCompressedArrayTexture?(Qt.setTexture2DArray(z,0),Gt=F.TEXTURE_2D_ARRAY):(Qt.setTexture2D(z,0),Gt=F.TEXTURE_2D),wt.activeTexture(F.TEXTURE0),wt.pixelStorei(F.UNPACK_FLIP_Y_WEBGL,z.flipY),wt.pixelStorei(F.UNPACK_PREMULTIPLY_ALPHA_WEBGL,z.premultiplyAlpha),wt.pixelStorei(F.UNPACK_ALIGNMENT,z.unpackAlignment);let un=wt.getParameter(F.UNPACK_ROW_LENGTH),Ee=wt.getParameter(F.UNPACK_IMAGE_HEIGHT),us=wt.getParameter(F.UNPACK_SKIP_PIXELS),dn=wt.getParameter(F.UNPACK_SKIP_ROWS),Hr=wt.getParameter(F.UNPACK_SKIP_IMAGES);wt.pixelStorei(F.UNPACK_ROW_LENGTH,Be.width),wt.pixelStorei(F.UNPACK_IMAGE_HEIGHT,Be.height),wt.pixelStorei(F.UNPACK_SKIP_PIXELS,Zt),wt.pixelStorei(F.UNPACK_SKIP_ROWS,ue),wt.pixelStorei(F.UNPACK_SKIP_IMAGES,Me);let qi=w.isDataArrayTexture||w.isData3DTexture,ds=z.isDataArrayTexture||z.isData3DTexture;if(w.isDepthTexture){let ve=$t.get(w),sn=$t.get(z),qn=$t.get(ve.__renderTarget),ke=$t.get(sn.__renderTarget);wt.bindFramebuffer(F.READ_FRAMEBUFFER,qn.__webglFramebuffer),wt.bindFramebuffer(F.DRAW_FRAMEBUFFER,ke.__webglFramebuffer);for(let fn=0;fn<Ot;fn++)qi&&(F.framebufferTextureLayer(F.READ_FRAMEBUFFER,F.COLOR_ATTACHMENT0,$t.get(w).__webglTexture,$,Me+fn),F.framebufferTextureLayer(F.DRAW_FRAMEBUFFER,F.COLOR_ATTACHMENT0,$t.get(z).__webglTexture,Ct,Qe+fn)),F.blitFramebuffer(Zt,ue,Zt+Ft,ue+Pt,Yt,be,Yt+Ft,be+Pt,F.DEPTH_BUFFER_BIT,F.NEAREST);wt.bindFramebuffer(F.READ_FRAMEBUFFER,null),wt.bindFramebuffer(F.DRAW_FRAMEBUFFER,null)}else if($!==0||w.isRenderTargetTexture||$t.has(w)){let ve=$t.get(w),sn=$t.get(z);wt.bindFramebuffer(F.READ_FRAMEBUFFER,D),wt.bindFramebuffer(F.DRAW_FRAMEBUFFER,V);for(let qn=0;qn<Ot;qn++)qi?F.framebufferTextureLayer(F.READ_FRAMEBUFFER,F.COLOR_ATTACHMENT0,ve.__webglTexture,$,Me+qn):F.framebufferTexture2D(F.READ_FRAMEBUFFER,F.COLOR_ATTACHMENT0,F.TEXTURE_2D,ve.__webglTexture,$),ds?F.framebufferTextureLayer(F.DRAW_FRAMEBUFFER,F.COLOR_ATTACHMENT0,sn.__webglTexture,Ct,Qe+qn):F.framebufferTexture2D(F.DRAW_FRAMEBUFFER,F.COLOR_ATTACHMENT0,F.TEXTURE_2D,sn.__webglTexture,Ct),$!==0?F.blitFramebuffer(Zt,ue,Zt+Ft,ue+Pt,Yt,be,Yt+Ft,be+Pt,F.COLOR_BUFFER_BIT,F.NEAREST):ds?F.copyTexSubImage3D(Gt,Ct,Yt,be,Qe+qn,Zt,ue,Ft,Pt):F.copyTexSubImage2D(Gt,Ct,Yt,be,Zt,ue,Ft,Pt);wt.bindFramebuffer(F.READ_FRAMEBUFFER,null),wt.bindFramebuffer(F.DRAW_FRAMEBUFFER,null)}else ds?w.isDataTexture||w.isData3DTexture?F.texSubImage3D(Gt,Ct,Yt,be,Qe,Ft,Pt,Ot,ze,_n,Be.data):z.isCompressedArrayTexture?F.compressedTexSubImage3D(Gt,Ct,Yt,be,Qe,Ft,Pt,Ot,ze,Be.data):F.texSubImage3D(Gt,Ct,Yt,be,Qe,Ft,Pt,Ot,ze,_n,Be):w.isDataTexture?F.texSubImage2D(F.TEXTURE_2D,Ct,Yt,be,Ft,Pt,ze,_n,Be.data):w.isCompressedTexture?F.compressedTexSubImage2D(F.TEXTURE_2D,Ct,Yt,be,Be.width,Be.height,ze,Be.data):F.texSubImage2D(F.TEXTURE_2D,Ct,Yt,be,Ft,Pt,ze,_n,Be);wt.pixelStorei(F.UNPACK_ROW_LENGTH,un),wt.pixelStorei(F.UNPACK_IMAGE_HEIGHT,Ee),wt.pixelStorei(F.UNPACK_SKIP_PIXELS,us),wt.pixelStorei(F.UNPACK_SKIP_ROWS,dn),wt.pixelStorei(F.UNPACK_SKIP_IMAGES,Hr),Ct===0&&z.generateMipmaps===!0&&z.mipmapsAutoUpdate===!0&&F.generateMipmap(Gt),wt.unbindTexture()},this.initRenderTarget=function(w){$t.get(w).__webglFramebuffer===void 0&&Qt.setupRenderTarget(w)},this.initTexture=function(w){w.isCubeTexture?Qt.setTextureCube(w,0):w.isData3DTexture?Qt.setTexture3D(w,0):w.isDataArrayTexture||w.isCompressedArrayTexture?Qt.setTexture2DArray(w,0):Qt.setTexture2D(w,0),wt.unbindTexture()},this.resetState=function(){q=0,k=0,lt=null,wt.reset(),At.reset()},typeof __THREE_DEVTOOLS__<"u"&&__THREE_DEVTOOLS__.dispatchEvent(new CustomEvent("observe",{detail:this}))}get coordinateSystem(){return Ai}get outputColorSpace(){return this._outputColorSpace}set outputColorSpace(t){this._outputColorSpace=t;let e=this.getContext();e.drawingBufferColorSpace=Ae._getDrawingBufferColorSpace(t),e.unpackColorSpace=Ae._getUnpackColorSpace()}};var J_=new Nn,fu=new C,Yo=class extends rl{constructor(){super(),this.isLineSegmentsGeometry=!0,this.type="LineSegmentsGeometry";let t=[-1,2,0,1,2,0,-1,1,0,1,1,0,-1,0,0,1,0,0,-1,-1,0,1,-1,0],e=[-1,2,1,2,-1,1,1,1,-1,-1,1,-1,-1,-2,1,-2],n=[0,2,1,2,3,1,2,4,3,4,5,3,4,6,5,6,7,5];this.setIndex(n),this.setAttribute("position",new Fe(t,3)),this.setAttribute("uv",new Fe(e,2))}applyMatrix4(t){let e=this.attributes.instanceStart,n=this.attributes.instanceEnd;return e!==void 0&&(e.applyMatrix4(t),n.applyMatrix4(t),e.needsUpdate=!0),this.boundingBox!==null&&this.computeBoundingBox(),this.boundingSphere!==null&&this.computeBoundingSphere(),this}setPositions(t){let e;t instanceof Float32Array?e=t:Array.isArray(t)&&(e=new Float32Array(t));let n=new tr(e,6,1);return this.setAttribute("instanceStart",new Ri(n,3,0)),this.setAttribute("instanceEnd",new Ri(n,3,3)),this.instanceCount=this.attributes.instanceStart.count,this.computeBoundingBox(),this.computeBoundingSphere(),this}setColors(t){let e;t instanceof Float32Array?e=t:Array.isArray(t)&&(e=new Float32Array(t));let n=new tr(e,6,1);return this.setAttribute("instanceColorStart",new Ri(n,3,0)),this.setAttribute("instanceColorEnd",new Ri(n,3,3)),this}fromWireframeGeometry(t){return this.setPositions(t.attributes.position.array),this}fromEdgesGeometry(t){return this.setPositions(t.attributes.position.array),this}fromMesh(t){return this.fromWireframeGeometry(new Qa(t.geometry)),this}fromLineSegments(t){let e=t.geometry;return this.setPositions(e.attributes.position.array),this}computeBoundingBox(){this.boundingBox===null&&(this.boundingBox=new Nn);let t=this.attributes.instanceStart,e=this.attributes.instanceEnd;t!==void 0&&e!==void 0&&(this.boundingBox.setFromBufferAttribute(t),J_.setFromBufferAttribute(e),this.boundingBox.union(J_))}computeBoundingSphere(){this.boundingSphere===null&&(this.boundingSphere=new xi),this.boundingBox===null&&this.computeBoundingBox();let t=this.attributes.instanceStart,e=this.attributes.instanceEnd;if(t!==void 0&&e!==void 0){let n=this.boundingSphere.center;this.boundingBox.getCenter(n);let s=0;for(let r=0,o=t.count;r<o;r++)fu.fromBufferAttribute(t,r),s=Math.max(s,n.distanceToSquared(fu)),fu.fromBufferAttribute(e,r),s=Math.max(s,n.distanceToSquared(fu));this.boundingSphere.radius=Math.sqrt(s),isNaN(this.boundingSphere.radius)&&console.error("THREE.LineSegmentsGeometry.computeBoundingSphere(): Computed radius is NaN. The instanced position data is likely to have NaN values.",this)}}toJSON(){}};Ut.line={worldUnits:{value:1},linewidth:{value:1},resolution:{value:new pt},dashOffset:{value:0},dashScale:{value:1},dashSize:{value:1},gapSize:{value:1}};ei.line={uniforms:xl.merge([Ut.common,Ut.fog,Ut.line]),vertexShader:`
		#include <common>
		#include <color_pars_vertex>
		#include <fog_pars_vertex>
		#include <logdepthbuf_pars_vertex>
		#include <clipping_planes_pars_vertex>

		uniform float linewidth;
		uniform vec2 resolution;

		attribute vec3 instanceStart;
		attribute vec3 instanceEnd;

		attribute vec3 instanceColorStart;
		attribute vec3 instanceColorEnd;

		#ifdef WORLD_UNITS

			varying vec4 worldPos;
			varying vec3 worldStart;
			varying vec3 worldEnd;

			#ifdef USE_DASH

				varying vec2 vUv;

			#endif

		#else

			varying vec2 vUv;

		#endif

		#ifdef USE_DASH

			uniform float dashScale;
			attribute float instanceDistanceStart;
			attribute float instanceDistanceEnd;
			varying float vLineDistance;

		#endif

		float trimSegmentAlpha( const in vec4 start, const in vec4 end ) {

			// compute the interpolation factor needed to trim the segment so it terminates
			// between the camera plane and the near plane

			// conservative estimate of the near plane
			float a = projectionMatrix[ 2 ][ 2 ]; // 3nd entry in 3th column
			float b = projectionMatrix[ 3 ][ 2 ]; // 3nd entry in 4th column

			// we need different nearEstimate formula for reversed and default depth buffer
			// a is positive with a reversed depth buffer so it can be used for controlling the code flow
			float nearEstimate = ( a > 0.0 ) ? ( - b / ( a + 1.0 ) ) : ( - 0.5 * b / a );

			return ( nearEstimate - start.z ) / ( end.z - start.z );

		}

		void main() {

			#ifdef USE_COLOR

				vColor.xyz = ( position.y < 0.5 ) ? instanceColorStart : instanceColorEnd;

			#endif

			float aspect = resolution.x / resolution.y;

			// camera space
			vec4 start = modelViewMatrix * vec4( instanceStart, 1.0 );
			vec4 end = modelViewMatrix * vec4( instanceEnd, 1.0 );

			#ifdef USE_DASH

				float lineDistanceStart = dashScale * instanceDistanceStart;
				float lineDistanceEnd = dashScale * instanceDistanceEnd;

			#endif

			#ifdef WORLD_UNITS

				worldStart = start.xyz;
				worldEnd = end.xyz;

			#else

				vUv = uv;

			#endif

			// special case for perspective projection, and segments that terminate either in, or behind, the camera plane
			// clearly the gpu firmware has a way of addressing this issue when projecting into ndc space
			// but we need to perform ndc-space calculations in the shader, so we must address this issue directly
			// perhaps there is a more elegant solution -- WestLangley

			bool perspective = ( projectionMatrix[ 2 ][ 3 ] == - 1.0 ); // 4th entry in the 3rd column

			if ( perspective ) {

				if ( start.z < 0.0 && end.z >= 0.0 ) {

					float alpha = trimSegmentAlpha( start, end );
					end.xyz = mix( start.xyz, end.xyz, alpha );

					#ifdef USE_DASH

						lineDistanceEnd = mix( lineDistanceStart, lineDistanceEnd, alpha );

					#endif

				} else if ( end.z < 0.0 && start.z >= 0.0 ) {

					float alpha = trimSegmentAlpha( end, start );
					start.xyz = mix( end.xyz, start.xyz, alpha );

					#ifdef USE_DASH

						lineDistanceStart = mix( lineDistanceEnd, lineDistanceStart, alpha );

					#endif

				}

			}

			#ifdef USE_DASH

				vLineDistance = ( position.y < 0.5 ) ? lineDistanceStart : lineDistanceEnd;
				vUv = uv;

			#endif

			// clip space
			vec4 clipStart = projectionMatrix * start;
			vec4 clipEnd = projectionMatrix * end;

			// ndc space
			vec3 ndcStart = clipStart.xyz / clipStart.w;
			vec3 ndcEnd = clipEnd.xyz / clipEnd.w;

			// direction
			vec2 dir = ndcEnd.xy - ndcStart.xy;

			// account for clip-space aspect ratio
			dir.x *= aspect;
			dir = normalize( dir );

			#ifdef WORLD_UNITS

				vec3 worldDir = normalize( end.xyz - start.xyz );
				vec3 tmpFwd = perspective ? normalize( mix( start.xyz, end.xyz, 0.5 ) ) : vec3( 0.0, 0.0, - 1.0 );
				vec3 worldUp = normalize( cross( worldDir, tmpFwd ) );
				vec3 worldFwd = cross( worldDir, worldUp );
				worldPos = position.y < 0.5 ? start: end;

				// height offset
				float hw = linewidth * 0.5;
				worldPos.xyz += position.x < 0.0 ? hw * worldUp : - hw * worldUp;

				// don't extend the line if we're rendering dashes because we
				// won't be rendering the endcaps
				#ifndef USE_DASH

					// cap extension
					worldPos.xyz += position.y < 0.5 ? - hw * worldDir : hw * worldDir;

					// add width to the box
					worldPos.xyz += worldFwd * hw;

					// endcaps
					if ( position.y > 1.0 || position.y < 0.0 ) {

						worldPos.xyz -= worldFwd * 2.0 * hw;

					}

				#endif

				// project the worldpos
				vec4 clip = projectionMatrix * worldPos;

				// shift the depth of the projected points so the line
				// segments overlap neatly
				vec3 clipPose = ( position.y < 0.5 ) ? ndcStart : ndcEnd;

				// only shift the depth of vertices in front of the camera (#35137)
				if ( clip.w > 0.0 ) clip.z = clipPose.z * clip.w;

			#else

				vec2 offset = vec2( dir.y, - dir.x );
				// undo aspect ratio adjustment
				dir.x /= aspect;
				offset.x /= aspect;

				// sign flip
				if ( position.x < 0.0 ) offset *= - 1.0;

				// endcaps
				if ( position.y < 0.0 ) {

					offset += - dir;

				} else if ( position.y > 1.0 ) {

					offset += dir;

				}

				// adjust for linewidth
				offset *= linewidth;

				// adjust for clip-space to screen-space conversion // maybe resolution should be based on viewport ...
				offset /= resolution.y;

				// select end
				vec4 clip = ( position.y < 0.5 ) ? clipStart : clipEnd;

				// back to clip space
				offset *= clip.w;

				clip.xy += offset;

			#endif

			gl_Position = clip;

			vec4 mvPosition = ( position.y < 0.5 ) ? start : end; // this is an approximation

			#include <logdepthbuf_vertex>
			#include <clipping_planes_vertex>
			#include <fog_vertex>

		}
		`,fragmentShader:`
		uniform vec3 diffuse;
		uniform float opacity;
		uniform float linewidth;

		#ifdef USE_DASH

			uniform float dashOffset;
			uniform float dashSize;
			uniform float gapSize;

		#endif

		varying float vLineDistance;

		#ifdef WORLD_UNITS

			varying vec4 worldPos;
			varying vec3 worldStart;
			varying vec3 worldEnd;

			#ifdef USE_DASH

				varying vec2 vUv;

			#endif

		#else

			varying vec2 vUv;

		#endif

		#include <common>
		#include <color_pars_fragment>
		#include <fog_pars_fragment>
		#include <logdepthbuf_pars_fragment>
		#include <clipping_planes_pars_fragment>

		vec2 closestLineToLine(vec3 p1, vec3 p2, vec3 p3, vec3 p4) {

			float mua;
			float mub;

			vec3 p13 = p1 - p3;
			vec3 p43 = p4 - p3;

			vec3 p21 = p2 - p1;

			float d1343 = dot( p13, p43 );
			float d4321 = dot( p43, p21 );
			float d1321 = dot( p13, p21 );
			float d4343 = dot( p43, p43 );
			float d2121 = dot( p21, p21 );

			float denom = d2121 * d4343 - d4321 * d4321;

			float numer = d1343 * d4321 - d1321 * d4343;

			mua = numer / denom;
			mua = clamp( mua, 0.0, 1.0 );
			mub = ( d1343 + d4321 * ( mua ) ) / d4343;
			mub = clamp( mub, 0.0, 1.0 );

			return vec2( mua, mub );

		}

		void main() {

			float alpha = opacity;
			vec4 diffuseColor = vec4( diffuse, alpha );

			#include <clipping_planes_fragment>

			#ifdef USE_DASH

				if ( vUv.y < - 1.0 || vUv.y > 1.0 ) discard; // discard endcaps

				if ( mod( vLineDistance + dashOffset, dashSize + gapSize ) > dashSize ) discard; // todo - FIX

			#endif

			#ifdef WORLD_UNITS

				float len;

				if ( isOrthographic ) {

					// View rays are parallel to the z axis so the distance reduces to camera-space XY
					vec2 lineDir = worldEnd.xy - worldStart.xy;
					float t = clamp( dot( worldPos.xy - worldStart.xy, lineDir ) / dot( lineDir, lineDir ), 0.0, 1.0 );
					len = length( worldStart.xy + lineDir * t - worldPos.xy );

				} else {

					// Find the closest points on the view ray and the line segment
					vec3 rayEnd = normalize( worldPos.xyz ) * 1e5;
					vec3 lineDir = worldEnd - worldStart;
					vec2 params = closestLineToLine( worldStart, worldEnd, vec3( 0.0, 0.0, 0.0 ), rayEnd );

					vec3 p1 = worldStart + lineDir * params.x;
					vec3 p2 = rayEnd * params.y;
					vec3 delta = p1 - p2;
					len = length( delta );

				}

				float norm = len / linewidth;

				#ifndef USE_DASH

					#ifdef USE_ALPHA_TO_COVERAGE

						float dnorm = fwidth( norm );
						alpha = 1.0 - smoothstep( 0.5 - dnorm, 0.5 + dnorm, norm );

					#else

						if ( norm > 0.5 ) {

							discard;

						}

					#endif

				#endif

			#else

				#ifdef USE_ALPHA_TO_COVERAGE

					// artifacts appear on some hardware if a derivative is taken within a conditional
					float a = vUv.x;
					float b = ( vUv.y > 0.0 ) ? vUv.y - 1.0 : vUv.y + 1.0;
					float len2 = a * a + b * b;
					float dlen = fwidth( len2 );

					if ( abs( vUv.y ) > 1.0 ) {

						alpha = 1.0 - smoothstep( 1.0 - dlen, 1.0 + dlen, len2 );

					}

				#else

					if ( abs( vUv.y ) > 1.0 ) {

						float a = vUv.x;
						float b = ( vUv.y > 0.0 ) ? vUv.y - 1.0 : vUv.y + 1.0;
						float len2 = a * a + b * b;

						if ( len2 > 1.0 ) discard;

					}

				#endif

			#endif

			#include <logdepthbuf_fragment>
			#include <color_fragment>

			gl_FragColor = vec4( diffuseColor.rgb, alpha );

			#include <tonemapping_fragment>
			#include <colorspace_fragment>
			#include <fog_fragment>
			#include <premultiplied_alpha_fragment>

		}
		`};var ir=class extends Ci{constructor(t){super({type:"LineMaterial",uniforms:xl.clone(ei.line.uniforms),vertexShader:ei.line.vertexShader,fragmentShader:ei.line.fragmentShader,clipping:!0}),this.isLineMaterial=!0,this.setValues(t)}get color(){return this.uniforms.diffuse.value}set color(t){this.uniforms.diffuse.value=t}get worldUnits(){return"WORLD_UNITS"in this.defines}set worldUnits(t){t===!0!==this.worldUnits&&(this.needsUpdate=!0),t===!0?this.defines.WORLD_UNITS="":delete this.defines.WORLD_UNITS}get linewidth(){return this.uniforms.linewidth.value}set linewidth(t){this.uniforms.linewidth&&(this.uniforms.linewidth.value=t)}get dashed(){return"USE_DASH"in this.defines}set dashed(t){t===!0!==this.dashed&&(this.needsUpdate=!0),t===!0?this.defines.USE_DASH="":delete this.defines.USE_DASH}get dashScale(){return this.uniforms.dashScale.value}set dashScale(t){this.uniforms.dashScale.value=t}get dashSize(){return this.uniforms.dashSize.value}set dashSize(t){this.uniforms.dashSize.value=t}get dashOffset(){return this.uniforms.dashOffset.value}set dashOffset(t){this.uniforms.dashOffset.value=t}get gapSize(){return this.uniforms.gapSize.value}set gapSize(t){this.uniforms.gapSize.value=t}get opacity(){return this.uniforms.opacity.value}set opacity(t){this.uniforms&&(this.uniforms.opacity.value=t)}get resolution(){return this.uniforms.resolution.value}set resolution(t){this.uniforms.resolution.value.copy(t)}get alphaToCoverage(){return"USE_ALPHA_TO_COVERAGE"in this.defines}set alphaToCoverage(t){this.defines&&(t===!0!==this.alphaToCoverage&&(this.needsUpdate=!0),t===!0?this.defines.USE_ALPHA_TO_COVERAGE="":delete this.defines.USE_ALPHA_TO_COVERAGE)}};var dp=new Oe,K_=new C,j_=new C,Un=new Oe,Fn=new Oe,os=new Oe,fp=new C,pp=new pe,On=new al,Q_=new C,pu=new Nn,mu=new xi,as=new Oe,ls,Nr;function tx(i,t,e){return as.set(0,0,-t,1).applyMatrix4(i.projectionMatrix),as.multiplyScalar(1/as.w),as.x=Nr/e.width,as.y=Nr/e.height,as.applyMatrix4(i.projectionMatrixInverse),as.multiplyScalar(1/as.w),Math.abs(Math.max(as.x,as.y))}function ST(i,t){let e=i.matrixWorld,n=i.geometry,s=n.attributes.instanceStart,r=n.attributes.instanceEnd,o=Math.min(n.instanceCount,s.count);for(let a=0,l=o;a<l;a++){On.start.fromBufferAttribute(s,a),On.end.fromBufferAttribute(r,a),On.applyMatrix4(e);let c=new C,h=new C;ls.distanceSqToSegment(On.start,On.end,h,c),h.distanceTo(c)<Nr*.5&&t.push({point:h,pointOnLine:c,distance:ls.origin.distanceTo(h),object:i,face:null,faceIndex:a,uv:null,uv1:null})}}function MT(i,t,e){let n=t.projectionMatrix,r=i.material.resolution,o=i.matrixWorld,a=i.geometry,l=a.attributes.instanceStart,c=a.attributes.instanceEnd,h=Math.min(a.instanceCount,l.count),u=-t.near;ls.at(1,os),os.w=1,os.applyMatrix4(t.matrixWorldInverse),os.applyMatrix4(n),os.multiplyScalar(1/os.w),os.x*=r.x/2,os.y*=r.y/2,os.z=0,fp.copy(os),pp.multiplyMatrices(t.matrixWorldInverse,o);for(let d=0,f=h;d<f;d++){if(Un.fromBufferAttribute(l,d),Fn.fromBufferAttribute(c,d),Un.w=1,Fn.w=1,Un.applyMatrix4(pp),Fn.applyMatrix4(pp),Un.z>u&&Fn.z>u)continue;if(Un.z>u){let A=Un.z-Fn.z,v=(Un.z-u)/A;Un.lerp(Fn,v)}else if(Fn.z>u){let A=Fn.z-Un.z,v=(Fn.z-u)/A;Fn.lerp(Un,v)}Un.applyMatrix4(n),Fn.applyMatrix4(n),Un.multiplyScalar(1/Un.w),Fn.multiplyScalar(1/Fn.w),Un.x*=r.x/2,Un.y*=r.y/2,Fn.x*=r.x/2,Fn.y*=r.y/2,On.start.copy(Un),On.start.z=0,On.end.copy(Fn),On.end.z=0;let y=On.closestPointToPointParameter(fp,!0);On.at(y,Q_);let m=Wo.lerp(Un.z,Fn.z,y),g=m>=-1&&m<=1,S=fp.distanceTo(Q_)<Nr*.5;if(g&&S){On.start.fromBufferAttribute(l,d),On.end.fromBufferAttribute(c,d),On.start.applyMatrix4(o),On.end.applyMatrix4(o);let A=new C,v=new C;ls.distanceSqToSegment(On.start,On.end,v,A),e.push({point:v,pointOnLine:A,distance:ls.origin.distanceTo(v),object:i,face:null,faceIndex:d,uv:null,uv1:null})}}}var gu=class extends Vn{constructor(t=new Yo,e=new ir({color:Math.random()*16777215})){super(t,e),this.isLineSegments2=!0,this.type="LineSegments2"}computeLineDistances(){let t=this.geometry,e=t.attributes.instanceStart,n=t.attributes.instanceEnd,s=new Float32Array(2*e.count);for(let o=0,a=0,l=e.count;o<l;o++,a+=2)K_.fromBufferAttribute(e,o),j_.fromBufferAttribute(n,o),s[a]=a===0?0:s[a-1],s[a+1]=s[a]+K_.distanceTo(j_);let r=new tr(s,2,1);return t.setAttribute("instanceDistanceStart",new Ri(r,1,0)),t.setAttribute("instanceDistanceEnd",new Ri(r,1,1)),this}raycast(t,e){let n=this.material.worldUnits,s=t.camera;if(s===null&&!n&&console.error('LineSegments2: "Raycaster.camera" needs to be set in order to raycast against LineSegments2 while worldUnits is set to false.'),n===!1&&(this.material.resolution.x===0||this.material.resolution.y===0))return;let r=t.params.Line2!==void 0&&t.params.Line2.threshold||0;ls=t.ray;let o=this.matrixWorld,a=this.geometry,l=this.material;Nr=l.linewidth+r,a.boundingSphere===null&&a.computeBoundingSphere(),mu.copy(a.boundingSphere).applyMatrix4(o);let c;if(n)c=Nr*.5;else{let u=Math.max(s.near,mu.distanceToPoint(ls.origin));c=tx(s,u,l.resolution)}if(mu.radius+=c,ls.intersectsSphere(mu)===!1)return;a.boundingBox===null&&a.computeBoundingBox(),pu.copy(a.boundingBox).applyMatrix4(o);let h;if(n)h=Nr*.5;else{let u=Math.max(s.near,pu.distanceToPoint(ls.origin));h=tx(s,u,l.resolution)}pu.expandByScalar(h),ls.intersectsBox(pu)!==!1&&(n?ST(this,e):MT(this,s,e))}onBeforeRender(t){let e=this.material.uniforms;e&&e.resolution&&(t.getViewport(dp),this.material.uniforms.resolution.value.set(dp.z,dp.w))}};var Ur=class extends Yo{constructor(){super(),this.isLineGeometry=!0,this.type="LineGeometry"}setPositions(t){let e=t.length-3,n=new Float32Array(2*e);for(let s=0;s<e;s+=3)n[2*s]=t[s],n[2*s+1]=t[s+1],n[2*s+2]=t[s+2],n[2*s+3]=t[s+3],n[2*s+4]=t[s+4],n[2*s+5]=t[s+5];return super.setPositions(n),this}setColors(t){let e=t.length-3,n=new Float32Array(2*e);for(let s=0;s<e;s+=3)n[2*s]=t[s],n[2*s+1]=t[s+1],n[2*s+2]=t[s+2],n[2*s+3]=t[s+3],n[2*s+4]=t[s+4],n[2*s+5]=t[s+5];return super.setColors(n),this}setFromPoints(t){let e=t.length-1,n=new Float32Array(6*e);for(let s=0;s<e;s++)n[6*s]=t[s].x,n[6*s+1]=t[s].y,n[6*s+2]=t[s].z||0,n[6*s+3]=t[s+1].x,n[6*s+4]=t[s+1].y,n[6*s+5]=t[s+1].z||0;return super.setPositions(n),this}fromLine(t){let e=t.geometry;return this.setPositions(e.attributes.position.array),this}};var bl=class extends gu{constructor(t=new Ur,e=new ir({color:Math.random()*16777215})){super(t,e),this.isLine2=!0,this.type="Line2"}};var Is=["#0072b2","#d55e00","#009e73","#cc79a7","#e69f00","#56b4e9"],bT=["#4aa8e8","#ff8a4a","#2fc99c","#e29bc4","#f2b632","#8fd3ff"],ex="linkwork-theme",_u=class extends EventTarget{constructor(t){super(),this.system=matchMedia("(prefers-color-scheme: dark)"),this.chosen=wT(),this.button=t,this.system.addEventListener("change",()=>this.apply()),t.addEventListener("click",()=>this.toggle()),this.apply()}get name(){return this.forced??this.chosen??(this.system.matches?"dark":"light")}line(t){let e=this.name==="dark"?bT:Is;return e[t%e.length]}toggle(){this.chosen=this.name==="dark"?"light":"dark";try{localStorage.setItem(ex,this.chosen)}catch{}this.apply()}force(t){this.forced=t??void 0,this.apply()}apply(){document.documentElement.dataset.theme=this.name,this.button.textContent=this.name==="dark"?"Light":"Dark",this.dispatchEvent(new Event("change"))}color(t){return getComputedStyle(document.documentElement).getPropertyValue(t).trim()}};function wT(){try{let i=localStorage.getItem(ex);return i==="dark"||i==="light"?i:null}catch{return null}}function ET(i,t,e,n,s,r){for(let o=0;o<4;o++){let a=e[n+4*o],l=e[n+4*o+1],c=e[n+4*o+2],h=o===3?1:0;s[r+4*o]=i[t]*a+i[t+4]*l+i[t+8]*c+h*i[t+12],s[r+4*o+1]=i[t+1]*a+i[t+5]*l+i[t+9]*c+h*i[t+13],s[r+4*o+2]=i[t+2]*a+i[t+6]*l+i[t+10]*c+h*i[t+14],s[r+4*o+3]=h}}function nx(i,t,e){for(let s=0;s<t;s++){let r=7*s,o=i[r+3],a=i[r+4],l=i[r+5],c=i[r+6],h=16*s;e[h]=1-2*(a*a+l*l),e[h+1]=2*(o*a+l*c),e[h+2]=2*(o*l-a*c),e[h+3]=0,e[h+4]=2*(o*a-l*c),e[h+5]=1-2*(o*o+l*l),e[h+6]=2*(a*l+o*c),e[h+7]=0,e[h+8]=2*(o*l+a*c),e[h+9]=2*(a*l-o*c),e[h+10]=1-2*(o*o+a*a),e[h+11]=0,e[h+12]=i[r],e[h+13]=i[r+1],e[h+14]=i[r+2],e[h+15]=1}let n=16*t;e.fill(0,n,n+16),e[n]=e[n+5]=e[n+10]=e[n+15]=1}var sr=class{constructor(t,e){this.geometry=t,this.material=e,this.local=[],this.bodies=[],this.colors=[],this.tags=[]}add(t,e,n,s){this.local.push(...e.elements),this.bodies.push(t),this.colors.push(n),this.tags.push(s)}build(){let t=this.bodies.length;return t===0?null:(this.local=new Float32Array(this.local),this.mesh=new wr(this.geometry,this.material,t),this.mesh.instanceMatrix.setUsage(_l),this.mesh.frustumCulled=!1,this.colors.forEach((e,n)=>this.mesh.setColorAt(n,e)),this.mesh.userData.tags=this.tags,this.mesh)}update(t,e){let n=this.mesh.instanceMatrix.array;for(let s=0;s<this.bodies.length;s++){let r=this.bodies[s]<0?e:this.bodies[s];ET(t,16*r,this.local,16*s,n,16*s)}this.mesh.instanceMatrix.needsUpdate=!0,this.mesh.boundingSphere=null}};var ox=new C(0,1,0);function rr(i,t,e){let n=new C(...i),s=new C(...t).sub(n),r=s.length(),o=new Ke;r>0&&o.setFromUnitVectors(ox,s.clone().divideScalar(r));let a=n.addScaledVector(s,.5);return new pe().compose(a,o,new C(e,r,e))}function ix(i,t,e){let n=new C(...t).sub(new C(...i)),s=new Ke;return n.length()>0&&s.setFromUnitVectors(ox,n.normalize()),new pe().compose(new C(...t),s,new C(e,e,e))}function xu(i,t){return new pe().makeScale(t,t,t).setPosition(...i)}function TT(i,t){let[e,n,s]=i.map(l=>new C(...l)),r=n.sub(e),o=s.sub(e),a=new C().crossVectors(r,o).setLength(t);return new pe().makeBasis(r,o,a).setPosition(e)}function AT({from:i,to:t,radius:e,tooth:n}){let s=new C(...i),r=new C(...t).sub(s),o=new C(...n).setLength(e),a=new C().crossVectors(o,r).setLength(e);return new pe().makeBasis(o,r,a).setPosition(s.addScaledVector(r,.5))}function RT(i){let t=2/i,e=[];for(let s=0;s<i;s++)for(let[r,o]of[[-.34,1-1.25*t],[-.14,1+t],[.14,1+t],[.34,1-1.25*t]]){let a=2*Math.PI*(s+r)/i;e.push(new pt(o*Math.cos(a),o*Math.sin(a)))}return new Fo(new Tr(e),{depth:1,bevelEnabled:!1}).translate(0,0,-.5).rotateX(-Math.PI/2)}function CT({vertices:i,triangles:t}){let e=new en,n=new Float32Array(9*t.length);return t.flat().forEach((s,r)=>n.set(i[s],3*r)),e.setAttribute("position",new Mn(n,3)),e.computeVertexNormals(),e}function PT(i){let[t,e,n,s]=i.orientation;return new pe().compose(new C(...i.center),new Ke(e,n,s,t),new C(...i.size))}function IT(){let i=new Tr([new pt(0,0),new pt(1,0),new pt(0,1)]);return new Fo(i,{depth:1,bevelEnabled:!1}).translate(0,0,-.5)}function mp(i){let[t,e]=i>400?[5,4]:i>100?[8,6]:i>24?[12,8]:i>8?[24,14]:[48,28];return{box:new Js(1,1,1),cylinder:new Hn(1,1,1,t),disc:new Hn(1,1,1,i>400?48:i>8?36:72),tube:new Hn(1,1,1,t,1,!0),cap:new Oo(1,t,e/2,0,2*Math.PI,0,Math.PI/2),sphere:new Oo(1,t,e),plate:IT()}}function El(i,t){return i.index===0?Is[t%Is.length]:Is[(i.index+1)%Is.length]}function sx(i,t){let e=Object.entries(i).map(([n,s])=>[n,new sr(s,t)]);return{material:t,sets:Object.fromEntries(e)}}var LT="#8d99a3",yu=class{constructor(t,e){this.run=t,this.thinnest=.004*e;let n=t.index>0,s=new Gn({transparent:n,opacity:n?.35:1,depthWrite:!n}),r=t.planar?.8:.35,o=new Gn({transparent:!0,opacity:r,depthWrite:!1}),a=mp(t.bodies.length);this.moving=sx(a,s),this.standing=sx(a,o),t.bodies.forEach((c,h)=>c.solids.forEach(u=>this.add(h,u))),n||t.ground.forEach(c=>this.add(-1,c)),this.group=new Sn;let l=[this.moving,this.standing].flatMap(({sets:c})=>Object.values(c));this.built=l.filter(c=>c.build()),this.built.forEach(c=>this.group.add(c.mesh)),this.matrices=new Float32Array(16*(t.bodies.length+1))}add(t,e){let{sets:n,material:s}=t<0?this.standing:this.moving,r=t<0?LT:El(this.run,t),o=new ae(this.run.index===0&&e.color?e.color:r),a=(l,c)=>n[l].add(t,c,o,{body:t});if(e.kind==="box")a("box",PT(e));else if(e.kind==="sphere")a("sphere",xu(e.center,e.radius));else if(e.kind==="plate")a("plate",TT(e.corners,e.thickness));else if(e.kind==="mesh"){let l=`mesh ${Object.keys(n).length}`;n[l]=new sr(CT(e),s),a(l,new pe)}else if(e.kind==="gear"){let l=`gear of ${e.teeth}`;n[l]??=new sr(RT(e.teeth),s),a(l,AT(e))}else{let l=Math.max(e.radius,this.thinnest),c=e.kind==="capsule"&&e.from.some((h,u)=>h!==e.to[u]);if(e.kind==="capsule"&&!c)return a("sphere",xu(e.from,l));a(c?"tube":rx(e)?"disc":"cylinder",rr(e.from,e.to,l)),c&&this.run.bodies.length<=400?(a("cap",ix(e.from,e.to,l)),a("cap",ix(e.to,e.from,l))):!c&&rx(e)&&t>=0&&this.addSpokes(t,e,o)}}addSpokes(t,e,n){let s=rr(e.from,e.to,e.radius),r=n.clone().lerp(new ae(n.getHSL({}).l<.2?"#ffffff":"#000000"),.35);for(let[o,a]of[[1.84,.1],[.1,1.84]]){let l=new pe().makeScale(o,1.03,a);this.moving.sets.box.add(t,s.clone().multiply(l),r,{body:t})}}update(){nx(this.run.pose,this.run.bodies.length,this.matrices),this.built.forEach(t=>t.update(this.matrices,this.run.bodies.length))}};function rx({from:i,to:t,radius:e}){return e>.5*Math.hypot(t[0]-i[0],t[1]-i[1],t[2]-i[2])}function vu(i){if(i.kind==="plate")return i.corners;if(i.kind==="mesh")return DT(i.vertices);if(i.kind==="sphere")return wl(i.center,[i.radius,i.radius,i.radius]);if(i.kind==="box"){let[e,n,s,r]=i.orientation,o=new Ke(n,s,r,e),a=i.size.map(c=>c/2);return[[1,1,1],[1,1,-1],[1,-1,1],[1,-1,-1],[-1,1,1],[-1,1,-1],[-1,-1,1],[-1,-1,-1]].map(c=>{let h=new C(...c.map((u,d)=>u*a[d])).applyQuaternion(o);return[h.x+i.center[0],h.y+i.center[1],h.z+i.center[2]]})}let t=i.kind==="gear"?(1+2/i.teeth)*i.radius:i.radius;return[...wl(i.from,[t,t,t]),...wl(i.to,[t,t,t])]}function DT(i){let t=[0,1,2].map(e=>i.reduce(([n,s],r)=>[Math.min(n,r[e]),Math.max(s,r[e])],[1/0,-1/0]));return[0,1,2,3,4,5,6,7].map(e=>t.map((n,s)=>n[e>>s&1]))}function wl([i,t,e],[n,s,r]){return[[i+n,t,e],[i-n,t,e],[i,t+s,e],[i,t-s,e],[i,t,e+r],[i,t,e-r]]}function _p(i){let t=i.bodies.map((s,r)=>({id:`b${r}`,label:s.name,body:r,point:[0,0,0],color:El(i,r)})),n=i.joints.map((s,r)=>({joint:s,index:r})).filter(({joint:s})=>!s.coupling).map(({joint:s,index:r})=>{let o=s.bodies[1]>=0?1:0;return{id:`j${r}`,label:s.name,body:s.bodies[o],point:s.points[o],color:Is[(r+1)%Is.length]}});return{bodies:t,joints:n}}var gp=class{constructor(t,e){this.run=t,this.choice=e;let n=new Float32Array(7*t.bodies.length);this.points=[];for(let r=0;r<t.frames.count;r++)t.poseAt(r,r,0,n),this.points.push(...We(n,e.body,e.point,[0,0,0]));if(this.group=new Sn,t.frames.count<2)return;let s=(r,o)=>new ir({color:e.color,linewidth:o,transparent:!0,opacity:r});this.whole=new bl(new Ur().setPositions(this.points),s(.28,1.5)),this.done=new bl(new Ur().setPositions(this.points),s(1,2.5)),[this.whole,this.done].forEach(r=>{r.frustumCulled=!1,this.group.add(r)})}update(t){this.done&&(this.done.geometry.instanceCount=pa(this.run.frames.times,t))}},Su=class{constructor(t){this.runs=t,this.group=new Sn,this.list=[]}has(t){return this.list.some(e=>e.choice.id===t)}toggle(t){if(this.has(t)){this.list.filter(e=>e.choice.id===t).forEach(e=>this.group.remove(e.group)),this.list=this.list.filter(e=>e.choice.id!==t);return}for(let e of this.runs){let{bodies:n,joints:s}=_p(e),r=[...n,...s].find(a=>a.id===t);if(r===void 0||r.body<0)continue;let o=new gp(e,r);this.list.push(o),this.group.add(o.group)}}renew(){new Set(this.list.map(e=>e.choice.id)).forEach(e=>(this.toggle(e),this.toggle(e)))}chosen(){return this.list.filter(t=>t.run===this.list.find(e=>e.choice.id===t.choice.id).run).map(t=>t.choice)}update(t){this.list.forEach(e=>e.update(t))}};function lx(i,t=!1){let e=i[0].index!==null,n=new Set(Object.keys(i[0].attributes)),s=new Set(Object.keys(i[0].morphAttributes)),r={},o={},a=i[0].morphTargetsRelative,l=new en;l.morphTargetsRelative=a;let c=0;for(let h=0;h<i.length;++h){let u=i[h],d=0,f=0;if(e!==(u.index!==null))return console.error("THREE.BufferGeometryUtils: .mergeGeometries() failed with geometry at index "+h+". All geometries must have compatible attributes; make sure index attribute exists among all geometries, or in none of them."),null;for(let p in u.attributes){if(!n.has(p))return console.error("THREE.BufferGeometryUtils: .mergeGeometries() failed with geometry at index "+h+'. All geometries must have compatible attributes; make sure "'+p+'" attribute exists among all geometries, or in none of them.'),null;r[p]===void 0&&(r[p]=[]),r[p].push(u.attributes[p]),d++}if(d!==n.size)return console.error("THREE.BufferGeometryUtils: .mergeGeometries() failed with geometry at index "+h+". Make sure all geometries have the same number of attributes."),null;if(a!==u.morphTargetsRelative)return console.error("THREE.BufferGeometryUtils: .mergeGeometries() failed with geometry at index "+h+". .morphTargetsRelative must be consistent throughout all geometries."),null;for(let p in u.morphAttributes){if(!s.has(p))return console.error("THREE.BufferGeometryUtils: .mergeGeometries() failed with geometry at index "+h+".  .morphAttributes must be consistent throughout all geometries."),null;if(u.morphAttributes[p].length!==i[0].morphAttributes[p].length)return console.error("THREE.BufferGeometryUtils: .mergeGeometries() failed with geometry at index "+h+'. All geometries must have the same number of morph targets for the "'+p+'" morph attribute.'),null;o[p]===void 0&&(o[p]=[]),o[p].push(u.morphAttributes[p]),f++}if(f!==s.size)return console.error("THREE.BufferGeometryUtils: .mergeGeometries() failed with geometry at index "+h+". Make sure all geometries have the same number of morph attributes."),null;if(t){let p;if(e)p=u.index.count;else if(u.attributes.position!==void 0)p=u.attributes.position.count;else return console.error("THREE.BufferGeometryUtils: .mergeGeometries() failed with geometry at index "+h+". The geometry must have either an index or a position attribute"),null;l.addGroup(c,p,h),c+=p}}if(e){let h=0,u=[];for(let d=0;d<i.length;++d){let f=i[d].index;for(let p=0;p<f.count;++p)u.push(f.getX(p)+h);h+=i[d].attributes.position.count}l.setIndex(u)}for(let h in r){let u=ax(r[h]);if(!u)return console.error("THREE.BufferGeometryUtils: .mergeGeometries() failed while trying to merge the "+h+" attribute."),null;l.setAttribute(h,u)}for(let h in o){let u=o[h][0].length;if(u!==0){l.morphAttributes=l.morphAttributes||{},l.morphAttributes[h]=[];for(let d=0;d<u;++d){let f=[];for(let y=0;y<o[h].length;++y)f.push(o[h][y][d]);let p=ax(f);if(!p)return console.error("THREE.BufferGeometryUtils: .mergeGeometries() failed while trying to merge the "+h+" morphAttribute."),null;l.morphAttributes[h].push(p)}}}return l}function ax(i){let t,e,n,s=-1,r=0;for(let c=0;c<i.length;++c){let h=i[c];if(t===void 0&&(t=h.array.constructor),t!==h.array.constructor)return console.error("THREE.BufferGeometryUtils: .mergeAttributes() failed. BufferAttribute.array must be of consistent array types across matching attributes."),null;if(e===void 0&&(e=h.itemSize),e!==h.itemSize)return console.error("THREE.BufferGeometryUtils: .mergeAttributes() failed. BufferAttribute.itemSize must be consistent across matching attributes."),null;if(n===void 0&&(n=h.normalized),n!==h.normalized)return console.error("THREE.BufferGeometryUtils: .mergeAttributes() failed. BufferAttribute.normalized must be consistent across matching attributes."),null;if(s===-1&&(s=h.gpuType),s!==h.gpuType)return console.error("THREE.BufferGeometryUtils: .mergeAttributes() failed. BufferAttribute.gpuType must be consistent across matching attributes."),null;r+=h.count*e}let o=new t(r),a=new Mn(o,e,n),l=0;for(let c=0;c<i.length;++c){let h=i[c];if(h.isInterleavedBufferAttribute){let u=l/e;for(let d=0,f=h.count;d<f;d++)for(let p=0;p<e;p++){let y=h.getComponent(d,p);a.setComponent(d+u,p,y)}}else o.set(h.array,l);l+=h.count*e}return s!==void 0&&(a.gpuType=s),a}var NT=new C(0,1,0),UT=[0,0,0],xp=[0,0,0],yp=[0,0,0],[Zo,Si,FT,cx,OT]=Array.from({length:5},()=>new C),vp=new Ke,BT=new pe;function Fr(i,t,e){let n=new wr(i,t,Math.max(e,1));return n.count=e,n.frustumCulled=!1,n}function Or(i,t,e,n,s,r,o){e>0?vp.setFromUnitVectors(NT,FT.copy(t).divideScalar(e)):vp.identity(),BT.compose(i,vp,OT.set(n,s,n)).toArray(r,o)}var Tl=class{constructor(t,e){this.shafts=Fr(new Hn(1,1,1,10,1,!0).translate(0,.5,0),e,t),this.heads=Fr(new Do(1,1,14).translate(0,.5,0),e,t),this.group=new Sn().add(this.shafts,this.heads)}set(t,e){let[n,s]=[this.shafts.instanceMatrix.array,this.heads.instanceMatrix.array],r=Si.length();if(!(r>2*e)){n.fill(0,16*t,16*t+16),s.fill(0,16*t,16*t+16);return}let o=Math.min(6*e,.5*r);Or(Zo,Si,r,e,r-o,n,16*t),cx.copy(Zo).addScaledVector(Si,1-o/r),Or(cx,Si,r,2.4*e,o,s,16*t)}changed(){this.shafts.instanceMatrix.needsUpdate=!0,this.heads.instanceMatrix.needsUpdate=!0}};function zT(){let i=1.5*Math.PI,t=new ja(1,.07,6,30,i-.35),e=new Do(.24,.6,12);return e.translate(1,0,0).rotateZ(i-.28),lx([t,e]).rotateX(-Math.PI/2)}var Mu=class{constructor(t,e){this.mesh=Fr(zT(),e,t),this.group=this.mesh}set(t,e){let n=this.mesh.instanceMatrix.array,s=Si.length();s>e?Or(Zo,Si,s,s,s,n,16*t):n.fill(0,16*t,16*t+16)}changed(){this.mesh.instanceMatrix.needsUpdate=!0}};function $o(i,t,e=.95,n=0){let s=[],r=Math.max(1,Math.floor(i.length/6/4e3));for(let o=t;o+2<i.length;o+=6*r){let a=Math.hypot(i[o],i[o+1],i[o+2]);Number.isFinite(a)&&a>n&&s.push(a)}return s.sort((o,a)=>o-a),s.length?s[Math.floor(e*(s.length-1))]:0}var Al={weights:"#8a6fbf",loads:"#009e73",reactions:"#d1372c",moments:"#d1372c"},bu=class{constructor(t,e){this.run=t,this.size=e,this.factor=1;let n=new C(...t.model.gravity);this.weights=t.bodies.map(l=>n.clone().multiplyScalar(l.mass)),this.acting=t.joints.filter(l=>l.reaction!==null),this.nReactions=t.model.joints.reactions,this.measure();let s=l=>new Gn({color:Al[l],depthTest:!1,transparent:!0}),[r,o]=[this.acting.length,t.forces.length],a=s("loads");this.sets={weights:[new Tl(this.weights.length,s("weights"))],loads:[new Tl(o,a),new Mu(o,a)],reactions:[new Tl(r,s("reactions"))],moments:[new Mu(r,s("moments"))]},this.group=new Sn,Object.values(this.sets).flat().forEach(l=>this.group.add(l.group)),Object.keys(this.sets).forEach(l=>this.show(l,!1))}measure(){let{reactions:t,loads:e}=this.run.frames,n=Math.max($o(t,0),$o(e,0)),s=Math.max(0,...this.weights.map(o=>o.length()));this.noise=1e-9*Math.max(n,s)*this.size;let r=Math.max($o(t,3,.99,this.noise),$o(e,3,.99,this.noise));this.hasMoments=$o(t,3,.95,this.noise)>0,this.hasLoadMoments=$o(e,3,.99,this.noise)>0,this.perForce=.24*this.size/(n||s||1),this.perMoment=r>0?.11*this.size/r:0}show(t,e){this.sets[t].forEach(n=>n.group.visible=e)}isShown(t){return this.sets[t][0].group.visible}update(){this.isShown("weights")&&this.updateWeights(),this.isShown("loads")&&this.updateLoads(),this.isShown("reactions")&&this.updateReactions("reactions",0),this.isShown("moments")&&this.updateReactions("moments",3)}updateWeights(){let[t]=this.sets.weights;for(let e=0;e<this.weights.length;e++)Zo.fromArray(We(this.run.pose,e,UT,xp)),Si.copy(this.weights[e]),this.putForce(t,e);t.changed()}updateLoads(){let{run:t}=this,[e,n]=this.sets.loads,s=t.forces.length;for(let r=0;r<s;r++){let{body:o,point:a}=t.forces[r].acts_at;Zo.fromArray(We(t.pose,o,a,xp)),Si.fromArray(t.vector(t.frames.loads,s,r,0,yp)),this.putForce(e,r),Si.fromArray(t.vector(t.frames.loads,s,r,3,yp)),this.putMoment(n,r)}e.changed(),n.changed()}updateReactions(t,e){let{run:n}=this,[s]=this.sets[t];for(let r=0;r<this.acting.length;r++){let o=this.acting[r];Zo.fromArray(We(n.pose,o.bodies[1],o.points[1],xp)),Si.fromArray(n.vector(n.frames.reactions,this.nReactions,o.reaction,e,yp)),e===0?this.putForce(s,r):this.putMoment(s,r)}s.changed()}putForce(t,e){Si.multiplyScalar(this.perForce*this.factor).clampLength(0,1.5*this.size),t.set(e,.0035*this.size)}putMoment(t,e){let n=Si.length()<=this.noise;Si.multiplyScalar(n?0:this.perMoment*this.factor).clampLength(0,.2*this.size*Math.max(this.factor,1)),t.set(e,.003*this.size)}};var kT=[[.82,.2,.18],[.18,.6,.3],[.2,.4,.85]],VT=new Set(["spherical","distance","fixed"]),wu=class{constructor(t,e){this.run=t,this.length=.06*e,this.joints=t.joints.filter(r=>!r.coupling&&!VT.has(r.type));let n=2*(this.joints.length+3*t.bodies.length),s=new en;this.positions=new Mn(new Float32Array(3*n),3).setUsage(_l),s.setAttribute("position",this.positions),s.setAttribute("color",new Mn(this.colors(n),3)),this.lines=new Er(s,new Zs({vertexColors:!0})),this.lines.frustumCulled=!1,this.lines.visible=!1}colors(t){let e=this.joints.flatMap(()=>[[.55,.45,.1],[.55,.45,.1]]);return this.run.bodies.forEach(()=>kT.forEach(n=>e.push(n,n))),new Float32Array(e.slice(0,t).flat())}update(){if(!this.lines.visible)return;let{pose:t}=this.run,e=this.positions.array,[n,s]=[[0,0,0],[0,0,0]],r=0,o=(a,l)=>{for(let c=0;c<3;c++)e[r+c]=n[c]+a*s[c],e[r+3+c]=n[c]+l*s[c];r+=6};for(let a of this.joints)We(t,a.bodies[0],a.points[0],n),gs(t,a.bodies[0],a.axes[0],s),o(-1.4*this.length,1.4*this.length);this.run.bodies.forEach((a,l)=>{We(t,l,[0,0,0],n);for(let c=0;c<3;c++)gs(t,l,[c===0,c===1,c===2].map(Number),s),o(0,this.length)}),this.positions.needsUpdate=!0}};var HT=new Set(["revolute","cylindrical","screw"]),GT=new Set(["prismatic","plane_plane","point_line","point_plane"]),WT=new Set(["prismatic","cylindrical","point_line","screw"]),XT=new Set(["parallel","perpendicular"]),Sp=i=>!i.coupling&&!XT.has(i.type),qT={plain:["#3b444c","#9aa5ae"],driven:["#e0a100","#ffc53d"],held:["#7b858e","#5b6670"]};function YT(i){let t=(i?.solids??[]).filter(e=>e.kind==="capsule"||e.kind==="plate").map(e=>e.radius??e.thickness/2);return t.length?Math.max(...t):0}var Eu=class{constructor(t,e){this.run=t,this.material=new Gn,this.sets=Object.fromEntries(Object.entries(mp(t.joints.length)).map(([n,s])=>[n,new sr(s,this.material)])),t.joints.forEach((n,s)=>{Sp(n)&&this.add(n,s,e)}),t.forces.forEach(n=>{n.type==="bushing"&&this.addBushing(n,e)}),this.group=new Sn,this.built=Object.values(this.sets).filter(n=>n.build()),this.built.forEach(n=>this.group.add(n.mesh))}add(t,e,n){let s=Math.max(...t.bodies.map(m=>YT(this.run.bodies[m]))),r=Math.min(Math.max(1.25*s,.007*n),.022*n),o=t.bodies.flatMap((m,g)=>m<0?[]:[Math.hypot(...t.points[g])]).filter(m=>m>0),a=Math.min(r,.4*Math.min(...o,r/.4)),l=new ae,c={joint:e,role:t.driven?"driven":"plain"},h=t.bodies[1]>=0?1:0,[u,d,f]=[t.bodies[h],t.points[h],t.axes[h]],p=m=>d.map((g,S)=>g+m*a*f[S]);t.type==="universal"?this.addCross(t,a,c):HT.has(t.type)?this.sets.cylinder.add(u,rr(p(-1.5),p(1.5),a),l,c):GT.has(t.type)?this.sets.box.add(u,$T(d,f,a),l,c):this.sets.sphere.add(u,xu(d,1.25*a),l,c),this.addCurve(t,.4*r,c);let y=t.bodies.indexOf(-1);y>=0&&WT.has(t.type)&&this.sets.cylinder.add(-1,this.rail(t,y,r),l,{joint:e,role:"held"}),y>=0&&this.sets.box.add(-1,ZT(t.points[y],t.axes[y],r),l,{joint:e,role:"held"})}addCurve(t,e,n){let s=t.curve??[];s.slice(1).forEach((r,o)=>{this.sets.cylinder.add(t.bodies[0],rr(s[o],r,e),new ae,n)})}addCross(t,e,n){t.bodies.forEach((s,r)=>{let o=a=>t.points[r].map((l,c)=>l+a*e*t.axes[r][c]);this.sets.cylinder.add(s,rr(o(-3),o(3),.8*e),new ae,n)})}addBushing({ends:[{body:t,point:e}],axis:n},s){let r=o=>e.map((a,l)=>a+o*s*n[l]);this.sets.cylinder.add(t,rr(r(-.012),r(.012),.035*s),new ae,{role:"held"})}rail(t,e,n){let{run:s}=this,[r,o]=[t.points[e],t.axes[e]],a=new Float32Array(7*s.bodies.length),l=Math.max(1,Math.floor(s.frames.count/100)),[c,h]=[0,0];for(let d=0;d<s.frames.count;d+=l){s.poseAt(d,d,0,a);let p=We(a,t.bodies[1-e],t.points[1-e],[0,0,0]).reduce((y,m,g)=>y+(m-r[g])*o[g],0);Number.isFinite(p)&&([c,h]=[Math.min(c,p),Math.max(h,p)])}let u=d=>r.map((f,p)=>f+d*o[p]);return rr(u(c-4*n),u(h+4*n),.4*n)}setTheme(t){for(let{mesh:e,tags:n}of this.built)n.forEach((s,r)=>e.setColorAt(r,new ae(qT[s.role][t?1:0]))),e.instanceColor.needsUpdate=!0}update(t){this.built.forEach(e=>e.update(t,this.run.bodies.length))}},hx=new C(0,0,1);function $T(i,t,e){let n=new Ke().setFromUnitVectors(hx,new C(...t).normalize());return new pe().compose(new C(...i),n,new C(2.4*e,2.4*e,4*e))}function ZT(i,t,e){let n=new Ke().setFromUnitVectors(hx,new C(...t).normalize());return new pe().compose(new C(...i),n,new C(3.6*e,3.6*e,1.2*e))}var JT=600,KT=40;function jT(i){let t=i.bodies.flatMap((n,s)=>n.solids.flatMap(vu).map(r=>[s,r])),e=Math.max(1,Math.ceil(t.length/JT));return t.filter((n,s)=>s%e===0)}var QT=.045,tA=15;function eA(i){return i.length>1?Mp(i).getSize(new C).length():0}function Mp(i){let t=new Nn;return i.forEach(e=>t.expandByPoint(e)),t}function Tu(i){let t=jT(i),{count:e}=i.frames,n=Math.min(e,KT),s=new Float32Array(7*i.bodies.length),r=[];for(let c=0;c<n;c++){let h=n>1?Math.round(c*(e-1)/(n-1)):0;i.poseAt(h,h,0,s);let u=t.map(([d,f])=>new C(...We(s,d,f,[0,0,0])));r.push(u.filter(d=>Number.isFinite(d.x+d.y+d.z)))}let o=i.joints.filter(c=>Sp(c)&&c.bodies.includes(-1)),a=i.forces.flatMap(c=>c.ends.filter(h=>h.body<0).map(h=>h.point)),l=[...o.map(c=>c.points[c.bodies.indexOf(-1)]),...a].map(c=>new C(...c));return{clouds:r,held:l}}function bp(i){let t=i.flatMap(u=>u.clouds).filter(u=>u.length>0),e=i.flatMap(u=>u.held),n=t.map(u=>Mp(u).getSize(new C).length()),s=n.length?n.sort((u,d)=>u-d)[n.length>>1]:1,r=[...t.flat(),...e];r.length===0&&r.push(new C);let o=Mp(r),a=o.getSize(new C).length(),l=Math.max(s,eA(e))||a||1,c=e.flatMap(u=>wl(u.toArray(),Array(3).fill(QT*l)).map(d=>new C(...d))),h=a>tA*l;return{whole:[...r,...c],first:t[0]??r,box:o,size:l,travels:h}}function ux(i){let t=new C(...i.model.gravity);return t.length()>0?t.normalize().negate():new C(0,1,0)}function dx(i,t){let e=Br(t),n=new C().crossVectors(e,t),s=new C().addScaledVector(n,1).addScaledVector(e,.62).addScaledVector(t,.48);if(i.planar)return new C(0,0,1);let r=nA(i);if(r===null||Math.abs(r.dot(t))>.9)return s.normalize();let o=new C().crossVectors(t,r).normalize();return r.addScaledVector(o,.34).addScaledVector(t,.3).normalize()}function nA(i){let t=i.joints.filter(o=>["revolute","cylindrical","screw"].includes(o.type)),e=new Float32Array(7*i.bodies.length);if(i.frames.count===0||t.length===0)return null;i.poseAt(0,0,0,e);let n=t.map(o=>new C(...gs(e,o.bodies[0],o.axes[0],[0,0,0]))),s=n[0].normalize();if(n.some(o=>Math.abs(o.normalize().dot(s))<.999))return null;let r=s.z+.1*s.x+.01*s.y<0?-1:1;return s.multiplyScalar(r)}function Br(i){let t=new C(1,0,0);return Math.abs(i.x)>.9&&t.set(0,1,0),t.addScaledVector(i,-t.dot(i)).normalize()}var Jo=class{constructor(){this.durations=new Float64Array(120),this.n=0}add(t){this.durations[this.n%120]=t,this.n+=1}median(){let t=this.durations.slice(0,Math.min(this.n,120)).sort();return t.length?t[t.length>>1]:0}};var Tp=[1,2,5];function or(i){let t=10**Math.floor(Math.log10(i)),e=[...Tp,10].reduce((n,s)=>Math.abs(Math.log(s*t/i))<Math.abs(Math.log(n*t/i))?s:n);return Number((e*t).toPrecision(1))}var Au=class extends EventTarget{constructor(t,e){super(),this.start=t,this.end=e,this.time=t,this.playing=!1,this.loop=!0,this.speed=wp(e-t),this.last=0,this.meter=new Jo,this.onFrame=n=>this.tick(n)}get span(){return this.end-this.start}speeds(){let t=new Set([1,this.speed]),e=this.speed,n=this.speed;for(let s=0;s<5;s++)e=Ep(e,1),n=Ep(n,-1),t.add(e).add(n);return[...t].sort((s,r)=>s-r)}play(){this.playing||!(this.span>0)||(this.time>=this.end&&(this.time=this.start),this.playing=!0,this.last=performance.now(),requestAnimationFrame(this.onFrame),this.tell("state"))}pause(){this.playing&&(this.playing=!1,this.tell("state"))}toggle(){this.playing?this.pause():this.play()}extend(t){let e=this.speed===wp(this.span);this.end=t,e&&this.setSpeed(wp(this.span)),this.tell("time")}seek(t){this.time=Math.min(Math.max(t,this.start),this.end),this.tell("time")}faster(t){this.setSpeed(Ep(this.speed,t))}setSpeed(t){this.speed=Math.min(Math.max(t,1e-9),1e9),this.tell("state")}setLoop(t){this.loop=t,this.tell("state")}tick(t){if(!this.playing)return;let e=Math.min((t-this.last)/1e3,.25);this.last=t;let n=this.time+Math.max(e,0)*this.speed;if(n>=this.end)if(this.loop)n=this.start+(n-this.start)%this.span;else{this.seek(this.end),this.pause();return}let s=performance.now();this.seek(n),this.meter.add(performance.now()-s),requestAnimationFrame(this.onFrame)}tell(t){this.dispatchEvent(new Event(t))}};function wp(i){return i>0&&(i<3||i>30)?or(i/8):1}function Ep(i,t){let e=or(i),n=10**Math.floor(Math.log10(e*(1+1e-9))),s=Tp.indexOf(Math.round(e/n))+t,r=s<0?.5*n:s>2?10*n:Tp[s]*n;return Number(r.toPrecision(1))}var Ru=class{constructor({planar:t,up:e,box:n,size:s}){let r=or(s/8),o=n.getSize(new C),a=Math.min(Math.max(Math.ceil(1.5*Math.max(o.x,o.y,o.z)/r/2)+2,6),60);this.spacing=r;let l=n.getCenter(new C),c=t?new C(0,0,1):e,h=Br(c),u=new C().crossVectors(h,c),d=t?-.2*s:iA(n,e)-.02*s,f=m=>Math.round(l.dot(m)/r)*r,p=new C().addScaledVector(h,f(h)).addScaledVector(u,f(u)).addScaledVector(c,d),y=[];for(let m=-a;m<=a;m++)for(let[g,S]of[[h,u],[u,h]]){let A=p.clone().addScaledVector(S,m*r);y.push(A.clone().addScaledVector(g,-a*r),A.addScaledVector(g,a*r))}this.material=new Zs({transparent:!0}),this.lines=new Er(new en().setFromPoints(y),this.material),this.lines.renderOrder=-1}setColors(t,e){this.material.color.set(t),this.material.opacity=e?.55:.75}};function iA(i,t){let e=n=>new C(n&1?i.max.x:i.min.x,n&2?i.max.y:i.min.y,n&4?i.max.z:i.min.z);return Math.min(...[0,1,2,3,4,5,6,7].map(n=>e(n).dot(t)))}var sA=60,rA=[0,0,0],fx=[0,0,0],Ko=new C,Cu=class{constructor(t,e,n,s,{tags:r,hover:o}){Object.assign(this,{stage:t,run:e,solids:n,joints:s,tags:r,hover:o}),r.hidden=!0,this.caster=new ol,this.pointer=null;let{canvas:a}=t;a.addEventListener("pointermove",l=>this.point(l)),a.addEventListener("pointerleave",()=>this.leave()),a.addEventListener("pointerdown",()=>this.leave()),this.step=Math.max(1,Math.ceil(e.bodies.length/sA)),this.names=e.bodies.filter((l,c)=>c%this.step===0).map((l,c)=>{let h=Dt("span",{class:"tag"},l.name);return h.hidden=!0,r.append(h),{made:h,body:c*this.step}})}show(t){this.tags.hidden=!t,this.stage.invalidate()}point(t){let e=this.pointer===null;this.pointer={x:t.offsetX,y:t.offsetY,buttons:t.buttons},e&&requestAnimationFrame(()=>this.find())}leave(){this.pointer=null,this.hover.hidden=!0}find(){let t=this.pointer;if(this.pointer=null,t===null||t.buttons!==0)return;let{clientWidth:e,clientHeight:n}=this.stage.canvas;this.caster.setFromCamera(new pt(2*t.x/e-1,1-2*t.y/n),this.stage.camera);let r=(this.joints.group.visible?[this.joints.group,this.solids.group]:[this.solids.group]).flatMap(c=>this.caster.intersectObject(c,!0)),o=r.find(c=>c.object.userData.tags[c.instanceId].joint!==void 0),a=r.sort((c,h)=>c.distance-h.distance)[0],l=o&&o.distance<a.distance+.05*this.stage.size?o:a;this.hover.hidden=l===void 0,l!==void 0&&(this.found=l.object.userData.tags[l.instanceId],this.hover.textContent=this.describe(this.found),this.hover.style.left=`${Math.min(t.x+14,e-this.hover.offsetWidth-6)}px`,this.hover.style.top=`${Math.min(t.y+16,n-this.hover.offsetHeight-6)}px`)}describe(t){if(t.joint===void 0){if(t.body<0)return"ground";let r=this.run.bodies[t.body];return`${r.name} \xB7 ${hn(r.mass)} kg`}let e=this.run.joints[t.joint],n=r=>r<0?"ground":this.run.bodies[r].name,s=e.type.replace("_"," ")+(e.driven?", driven":"");return[e.name,s,e.bodies.map(n).join(" \u2013 "),...this.reaction(e)].join(" \xB7 ")}reaction(t){let{run:e}=this;if(t.reaction===null)return[];let n=o=>Math.hypot(...e.vector(e.frames.reactions,e.model.joints.reactions,t.reaction,o,fx)),s=n(3),r=s>1e-9*n(0)*this.stage.size;return[`${hn(n(0))} N`,...r?[`${hn(s)} N\xB7m`]:[]]}update(){if(this.tags.hidden)return;let t=[];for(let e of this.names){let{made:n,body:s}=e;Ko.fromArray(We(this.run.pose,s,rA,fx));let r=this.stage.project(Ko);if(n.hidden=!r,!r)continue;let o=e.width||=n.offsetWidth,a={left:Ko.x+8,right:Ko.x+8+o,top:Ko.y-10,bottom:Ko.y+10},l=t.some(c=>a.left<c.right&&a.right>c.left&&a.top<c.bottom&&a.bottom>c.top);n.hidden=l||a.right>this.stage.width||a.left<0,!n.hidden&&(t.push(a),n.style.transform=`translate(${a.left.toFixed(1)}px, ${a.top.toFixed(1)}px)`)}}};var oA=["x","y","z"],Ap=30,ar=new C,px=new Ke;function mx(i){return i>=.1?`${hn(i)} m`:i>=1e-4?`${hn(1e3*i)} mm`:`${hn(1e6*i)} \xB5m`}var xx=(i,t,e)=>`<svg width="${i}" height="${t}">${e}</svg>`,yx=(i,t)=>`<path d="${i}" fill="none" stroke="${t}" stroke-width="2"/>`,vx=(i,t)=>`<path d="${i}" fill="${t}"/>`;function gx(i,t){let e=Math.round(i),n=Math.max(e-8,0);return xx(e,10,yx(`M0 5H${n}`,t)+vx(`M${n} 1 ${e} 5 ${n} 9z`,t))}function _x(i,t){let e=Math.round(i),[n,s]=[e+5,2*e+5],r=yx(`M${s} ${n}A${e} ${e} 0 1 0 ${n} ${s}`,t);return xx(s+5,s+5,r+vx(`M${n} ${s-4}v8l8 -4z`,t))}var Pu=class{constructor(t,{ground:e,arrows:n,planar:s,labels:r},{triad:o,scale:a,arrowKey:l}){Object.assign(this,{stage:t,ground:e,arrows:n,labels:r,triad:o,scale:a,arrowKey:l}),this.axes=oA.filter(c=>!s||c!=="z").map((c,h)=>this.addAxis(c,h)),this.said=new Map}addAxis(t,e){let n=a=>document.createElementNS("http://www.w3.org/2000/svg",a),[s,r,o]=[n("g"),n("line"),n("text")];return s.setAttribute("class",t),o.textContent=t,s.append(r,o),this.triad.append(s),{k:e,group:s,line:r,text:o}}update(){let{camera:t}=this.stage;(!px.equals(t.quaternion)||!this.said.size)&&this.turnTriad(px.copy(t.quaternion)),this.tell(this.scale,this.lengths()),this.tell(this.arrowKey,this.loads()),this.arrowKey.hidden=this.said.get(this.arrowKey)===""}turnTriad(t){let e=t.clone().invert();for(let n of this.axes){ar.set(0,0,0).setComponent(n.k,1).applyQuaternion(e),n.depth=ar.z,n.line.setAttribute("x2",(Ap*ar.x).toFixed(1)),n.line.setAttribute("y2",(-Ap*ar.y).toFixed(1));let s=Math.hypot(ar.x,ar.y)||1,r=Ap*s+10;n.text.setAttribute("x",(r*ar.x/s).toFixed(1)),n.text.setAttribute("y",(-r*ar.y/s).toFixed(1))}[...this.axes].sort((n,s)=>n.depth-s.depth).forEach(n=>this.triad.append(n.group))}tell(t,e){this.said.get(t)!==e&&(this.said.set(t,e),t.innerHTML=e)}pixels(){let{camera:t,controls:e,height:n}=this.stage,s=t.isOrthographicCamera?(t.top-t.bottom)/t.zoom:2*Math.tan(t.fov/360*Math.PI)*t.position.distanceTo(e.target);return n/s}lengths(){let{lines:t,spacing:e}=this.ground;if(!this.stage.planar&&t.visible)return`<i class="square"></i>grid ${mx(e)}`;let n=this.pixels(),s=or(90/n);return`<i class="bar" style="width: ${(s*n).toFixed(1)}px"></i>${mx(s)}`}loads(){let{arrows:t,labels:e}=this,n=Object.keys(Al).filter(o=>t.isShown(o));if(n.length===0)return"";let s=this.pixels()*t.factor,r=n.map(o=>{let a=o==="moments"?_x(5,Al[o]):gx(18,Al[o]);return`<li>${e[o]} ${a}</li>`});if(n.some(o=>o!=="moments")){let o=or(60/(t.perForce*s));r.push(`<li>${hn(o)} N ${gx(o*t.perForce*s,"currentColor")}</li>`)}if(t.perMoment>0&&(n.includes("moments")||n.includes("loads")&&t.hasLoadMoments)){let o=or(14/(t.perMoment*s));r.push(`<li>${hn(o)} N\xB7m ${_x(o*t.perMoment*s,"currentColor")}</li>`)}return r.join("")}};var aA=new C(0,1,0),lA=12,Rp=(i,t)=>i.reduce((e,n,s)=>e+n*t[s],0);function cA(i,t,{body:e,point:n},s){let[r,o]=[We(t,e,n,[0,0,0]),[0,0,0]],l=(i.bodies[e]?.solids??[]).flatMap(vu).map(c=>Rp(r,s)-Rp(We(t,e,c,o),s));return Math.max(0,...l.filter(Number.isFinite))}function hA(i){let t=new Map,e=new Float32Array(7*i.bodies.length);i.frames.count>0&&i.poseAt(0,0,0,e);for(let{plane:n,ends:s}of i.forces){if(!n)continue;let r=Rp(n.normal,n.point)-cA(i,e,s[0],n.normal);t.set([...n.normal,r].map(o=>o.toPrecision(5)).join(),{normal:n.normal,height:r})}return[...t.values()].slice(0,lA)}var Iu=class{constructor(t,{box:e,size:n}){this.material=new Gn({transparent:!0,depthWrite:!1}),this.material.opacity=t.planar?.8:.35,this.group=new Sn;let[s,r]=[e.getCenter(new C),e.getSize(new C).length()],o=(t.planar?.06:.01)*n,a=new Hn(.65*r,.65*r,o,48);for(let{normal:l,height:c}of hA(t)){let h=new C(...l).normalize(),u=new Vn(a,this.material);u.quaternion.setFromUnitVectors(aA,h),u.position.copy(s).addScaledVector(h,c-o/2-s.dot(h)),this.group.add(u)}}setTheme(t){this.material.color.set(t?"#7f8c96":"#8d99a3")}};var[lr,Rl,jo,Cp]=Array.from({length:4},()=>new C),Cl=[0,0,0],Lu=class{constructor(t,e){this.run=t,this.list=t.joints.filter(s=>s.type==="distance"||s.rack),this.width=.007*e,this.material=new Gn;let n=new Hn(1,1,1,this.list.length>100?5:12,1,!0).translate(0,.5,0);this.mesh=Fr(n,this.material,this.list.length)}setTheme(t){this.material.color.set(t?"#b7c0c7":"#4c5660")}find(t){let{pose:e}=this.run;if(t.rack)return this.findRack(t.rack);[lr,Rl].forEach((n,s)=>n.fromArray(We(e,t.bodies[s],t.points[s],Cl)))}findRack({pinion:t,slider:e,radius:n}){let{pose:s,joints:r}=this.run,[o,a]=[r[t],r[e]];jo.fromArray(gs(s,a.bodies[0],a.axes[0],Cl)),Cp.fromArray(gs(s,o.bodies[0],o.axes[0],Cl)),lr.fromArray(We(s,o.bodies[1],o.points[1],Cl)),lr.addScaledVector(Cp.crossVectors(jo,Cp),n);let l=Rl.fromArray(We(s,a.bodies[1],a.points[1],Cl)).sub(lr).dot(jo);Rl.copy(lr).addScaledVector(jo,l)}ends(){return this.list.map(t=>(this.find(t),[lr.toArray(),Rl.toArray()]))}update(){let t=this.mesh.instanceMatrix.array;this.list.forEach((e,n)=>{this.find(e);let s=jo.subVectors(Rl,lr).length();Or(lr,jo,s,this.width,s,t,16*n)}),this.mesh.instanceMatrix.needsUpdate=!0}};var Sx={type:"change"},Ip={type:"start"},bx={type:"end"},Du=new Ys,Mx=new gi,uA=Math.cos(70*Wo.DEG2RAD),En=new C,ri=2*Math.PI,Le={NONE:-1,ROTATE:0,DOLLY:1,PAN:2,TOUCH_ROTATE:3,TOUCH_PAN:4,TOUCH_DOLLY_PAN:5,TOUCH_DOLLY_ROTATE:6},Pp=1e-6,Nu=class extends ll{constructor(t,e=null){super(t,e),this.state=Le.NONE,this.target=new C,this.cursor=new C,this.minDistance=0,this.maxDistance=1/0,this.minZoom=0,this.maxZoom=1/0,this.minTargetRadius=0,this.maxTargetRadius=1/0,this.minPolarAngle=0,this.maxPolarAngle=Math.PI,this.minAzimuthAngle=-1/0,this.maxAzimuthAngle=1/0,this.enableDamping=!1,this.dampingFactor=.05,this.enableZoom=!0,this.zoomSpeed=1,this.enableRotate=!0,this.rotateSpeed=1,this.keyRotateSpeed=1,this.enablePan=!0,this.panSpeed=1,this.screenSpacePanning=!0,this.keyPanSpeed=7,this.zoomToCursor=!1,this.autoRotate=!1,this.autoRotateSpeed=2,this.keys={LEFT:"ArrowLeft",UP:"ArrowUp",RIGHT:"ArrowRight",BOTTOM:"ArrowDown"},this.mouseButtons={LEFT:es.ROTATE,MIDDLE:es.DOLLY,RIGHT:es.PAN},this.touches={ONE:ns.ROTATE,TWO:ns.DOLLY_PAN},this.target0=this.target.clone(),this.position0=this.object.position.clone(),this.zoom0=this.object.zoom,this._cursorStyle="auto",this._domElementKeyEvents=null,this._lastPosition=new C,this._lastQuaternion=new Ke,this._lastTargetPosition=new C,this._quat=new Ke().setFromUnitVectors(t.up,new C(0,1,0)),this._quatInverse=this._quat.clone().invert(),this._spherical=new zo,this._sphericalDelta=new zo,this._scale=1,this._panOffset=new C,this._rotateStart=new pt,this._rotateEnd=new pt,this._rotateDelta=new pt,this._panStart=new pt,this._panEnd=new pt,this._panDelta=new pt,this._dollyStart=new pt,this._dollyEnd=new pt,this._dollyDelta=new pt,this._dollyDirection=new C,this._mouse=new pt,this._performCursorZoom=!1,this._pointers=[],this._pointerPositions={},this._controlActive=!1,this._onPointerMove=fA.bind(this),this._onPointerDown=dA.bind(this),this._onPointerUp=pA.bind(this),this._onContextMenu=SA.bind(this),this._onMouseWheel=_A.bind(this),this._onKeyDown=xA.bind(this),this._onTouchStart=yA.bind(this),this._onTouchMove=vA.bind(this),this._onMouseDown=mA.bind(this),this._onMouseMove=gA.bind(this),this._interceptControlDown=MA.bind(this),this._interceptControlUp=bA.bind(this),this.domElement!==null&&this.connect(this.domElement),this.update()}set cursorStyle(t){this._cursorStyle=t,t==="grab"?this.domElement.style.cursor="grab":this.domElement.style.cursor="auto"}get cursorStyle(){return this._cursorStyle}connect(t){super.connect(t),this.domElement.addEventListener("pointerdown",this._onPointerDown),this.domElement.addEventListener("pointercancel",this._onPointerUp),this.domElement.addEventListener("contextmenu",this._onContextMenu),this.domElement.addEventListener("wheel",this._onMouseWheel,{passive:!1}),this.domElement.ownerDocument.addEventListener("keydown",this._interceptControlDown,{passive:!0,capture:!0}),this.domElement.style.touchAction="none"}disconnect(){this.state=Le.NONE,this.domElement.removeEventListener("pointerdown",this._onPointerDown),this.domElement.ownerDocument.removeEventListener("pointermove",this._onPointerMove),this.domElement.ownerDocument.removeEventListener("pointerup",this._onPointerUp),this.domElement.removeEventListener("pointercancel",this._onPointerUp),this.domElement.removeEventListener("wheel",this._onMouseWheel),this.domElement.removeEventListener("contextmenu",this._onContextMenu),this.stopListenToKeyEvents(),this.domElement.ownerDocument.removeEventListener("keydown",this._interceptControlDown,{capture:!0}),this.domElement.ownerDocument.removeEventListener("keyup",this._interceptControlUp,{capture:!0}),this._controlActive=!1,this._pointers.length=0,this._pointerPositions={},this.domElement.style.touchAction="",this.domElement.style.cursor="auto"}dispose(){this.disconnect()}getPolarAngle(){return this._spherical.phi}getAzimuthalAngle(){return this._spherical.theta}getDistance(){return this.object.position.distanceTo(this.target)}listenToKeyEvents(t){t.addEventListener("keydown",this._onKeyDown),this._domElementKeyEvents=t}stopListenToKeyEvents(){this._domElementKeyEvents!==null&&(this._domElementKeyEvents.removeEventListener("keydown",this._onKeyDown),this._domElementKeyEvents=null)}saveState(){this.target0.copy(this.target),this.position0.copy(this.object.position),this.zoom0=this.object.zoom}reset(){this.target.copy(this.target0),this.object.position.copy(this.position0),this.object.zoom=this.zoom0,this.object.updateProjectionMatrix(),this.dispatchEvent(Sx),this.update(),this.state=Le.NONE}pan(t,e){this._pan(t,e),this.update()}dollyIn(t){this._dollyIn(t),this.update()}dollyOut(t){this._dollyOut(t),this.update()}rotateLeft(t){this._rotateLeft(t),this.update()}rotateUp(t){this._rotateUp(t),this.update()}update(t=null){let e=this.object.position;En.copy(e).sub(this.target),En.applyQuaternion(this._quat),this._spherical.setFromVector3(En),this.autoRotate&&this.state===Le.NONE&&this._rotateLeft(this._getAutoRotationAngle(t)),this.enableDamping?(this._spherical.theta+=this._sphericalDelta.theta*this.dampingFactor,this._spherical.phi+=this._sphericalDelta.phi*this.dampingFactor):(this._spherical.theta+=this._sphericalDelta.theta,this._spherical.phi+=this._sphericalDelta.phi);let n=this.minAzimuthAngle,s=this.maxAzimuthAngle;isFinite(n)&&isFinite(s)&&(n<-Math.PI?n+=ri:n>Math.PI&&(n-=ri),s<-Math.PI?s+=ri:s>Math.PI&&(s-=ri),n<=s?this._spherical.theta=Math.max(n,Math.min(s,this._spherical.theta)):this._spherical.theta=this._spherical.theta>(n+s)/2?Math.max(n,this._spherical.theta):Math.min(s,this._spherical.theta)),this._spherical.phi=Math.max(this.minPolarAngle,Math.min(this.maxPolarAngle,this._spherical.phi)),this._spherical.makeSafe(),this.enableDamping===!0?this.target.addScaledVector(this._panOffset,this.dampingFactor):this.target.add(this._panOffset),this.target.sub(this.cursor),this.target.clampLength(this.minTargetRadius,this.maxTargetRadius),this.target.add(this.cursor);let r=!1;if(this.zoomToCursor&&this._performCursorZoom||this.object.isOrthographicCamera)this._spherical.radius=this._clampDistance(this._spherical.radius);else{let o=this._spherical.radius;this._spherical.radius=this._clampDistance(this._spherical.radius*this._scale),r=o!=this._spherical.radius}if(En.setFromSpherical(this._spherical),En.applyQuaternion(this._quatInverse),e.copy(this.target).add(En),this.object.lookAt(this.target),this.enableDamping===!0?(this._sphericalDelta.theta*=1-this.dampingFactor,this._sphericalDelta.phi*=1-this.dampingFactor,this._panOffset.multiplyScalar(1-this.dampingFactor)):(this._sphericalDelta.set(0,0,0),this._panOffset.set(0,0,0)),this.zoomToCursor&&this._performCursorZoom){let o=null;if(this.object.isPerspectiveCamera){let a=En.length();o=this._clampDistance(a*this._scale);let l=a-o;this.object.position.addScaledVector(this._dollyDirection,l),this.object.updateMatrixWorld(),r=!!l}else if(this.object.isOrthographicCamera){let a=new C(this._mouse.x,this._mouse.y,0);a.unproject(this.object);let l=this.object.zoom;this.object.zoom=Math.max(this.minZoom,Math.min(this.maxZoom,this.object.zoom/this._scale)),this.object.updateProjectionMatrix(),r=l!==this.object.zoom;let c=new C(this._mouse.x,this._mouse.y,0);c.unproject(this.object),this.object.position.sub(c).add(a),this.object.updateMatrixWorld(),o=En.length()}else console.warn("WARNING: OrbitControls.js encountered an unknown camera type - zoom to cursor disabled."),this.zoomToCursor=!1;o!==null&&(this.screenSpacePanning?this.target.set(0,0,-1).transformDirection(this.object.matrix).multiplyScalar(o).add(this.object.position):(Du.origin.copy(this.object.position),Du.direction.set(0,0,-1).transformDirection(this.object.matrix),Math.abs(this.object.up.dot(Du.direction))<uA?this.object.lookAt(this.target):(Mx.setFromNormalAndCoplanarPoint(this.object.up,this.target),Du.intersectPlane(Mx,this.target))))}else if(this.object.isOrthographicCamera){let o=this.object.zoom;this.object.zoom=Math.max(this.minZoom,Math.min(this.maxZoom,this.object.zoom/this._scale)),o!==this.object.zoom&&(this.object.updateProjectionMatrix(),r=!0)}return this._scale=1,this._performCursorZoom=!1,r||this._lastPosition.distanceToSquared(this.object.position)>Pp||8*(1-this._lastQuaternion.dot(this.object.quaternion))>Pp||this._lastTargetPosition.distanceToSquared(this.target)>Pp?(this.dispatchEvent(Sx),this._lastPosition.copy(this.object.position),this._lastQuaternion.copy(this.object.quaternion),this._lastTargetPosition.copy(this.target),!0):!1}_getAutoRotationAngle(t){return t!==null?ri/60*this.autoRotateSpeed*t:ri/60/60*this.autoRotateSpeed}_getZoomScale(t){let e=Math.abs(t*.01);return Math.pow(.95,this.zoomSpeed*e)}_rotateLeft(t){this._sphericalDelta.theta-=t}_rotateUp(t){this._sphericalDelta.phi-=t}_panLeft(t,e){En.setFromMatrixColumn(e,0),En.multiplyScalar(-t),this._panOffset.add(En)}_panUp(t,e){this.screenSpacePanning===!0?En.setFromMatrixColumn(e,1):(En.setFromMatrixColumn(e,0),En.crossVectors(this.object.up,En)),En.multiplyScalar(t),this._panOffset.add(En)}_pan(t,e){let n=this.domElement;if(this.object.isPerspectiveCamera){let s=this.object.position;En.copy(s).sub(this.target);let r=En.length();r*=Math.tan(this.object.fov/2*Math.PI/180),this._panLeft(2*t*r/n.clientHeight,this.object.matrix),this._panUp(2*e*r/n.clientHeight,this.object.matrix)}else this.object.isOrthographicCamera?(this._panLeft(t*(this.object.right-this.object.left)/this.object.zoom/n.clientWidth,this.object.matrix),this._panUp(e*(this.object.top-this.object.bottom)/this.object.zoom/n.clientHeight,this.object.matrix)):(console.warn("WARNING: OrbitControls.js encountered an unknown camera type - pan disabled."),this.enablePan=!1)}_dollyOut(t){this.object.isPerspectiveCamera||this.object.isOrthographicCamera?this._scale/=t:(console.warn("WARNING: OrbitControls.js encountered an unknown camera type - dolly/zoom disabled."),this.enableZoom=!1)}_dollyIn(t){this.object.isPerspectiveCamera||this.object.isOrthographicCamera?this._scale*=t:(console.warn("WARNING: OrbitControls.js encountered an unknown camera type - dolly/zoom disabled."),this.enableZoom=!1)}_updateZoomParameters(t,e){if(!this.zoomToCursor)return;this._performCursorZoom=!0;let n=this.domElement.getBoundingClientRect(),s=t-n.left,r=e-n.top,o=n.width,a=n.height;this._mouse.x=s/o*2-1,this._mouse.y=-(r/a)*2+1,this._dollyDirection.set(this._mouse.x,this._mouse.y,1).unproject(this.object).sub(this.object.position).normalize()}_clampDistance(t){return Math.max(this.minDistance,Math.min(this.maxDistance,t))}_handleMouseDownRotate(t){this._rotateStart.set(t.clientX,t.clientY)}_handleMouseDownDolly(t){this._updateZoomParameters(t.clientX,t.clientY),this._dollyStart.set(t.clientX,t.clientY)}_handleMouseDownPan(t){this._panStart.set(t.clientX,t.clientY)}_handleMouseMoveRotate(t){this._rotateEnd.set(t.clientX,t.clientY),this._rotateDelta.subVectors(this._rotateEnd,this._rotateStart).multiplyScalar(this.rotateSpeed);let e=this.domElement;this._rotateLeft(ri*this._rotateDelta.x/e.clientHeight),this._rotateUp(ri*this._rotateDelta.y/e.clientHeight),this._rotateStart.copy(this._rotateEnd),this.update()}_handleMouseMoveDolly(t){this._dollyEnd.set(t.clientX,t.clientY),this._dollyDelta.subVectors(this._dollyEnd,this._dollyStart),this._dollyDelta.y>0?this._dollyOut(this._getZoomScale(this._dollyDelta.y)):this._dollyDelta.y<0&&this._dollyIn(this._getZoomScale(this._dollyDelta.y)),this._dollyStart.copy(this._dollyEnd),this.zoomToCursor&&(this._performCursorZoom=!0,this._dollyDirection.set(this._mouse.x,this._mouse.y,1).unproject(this.object).sub(this.object.position).normalize()),this.update()}_handleMouseMovePan(t){this._panEnd.set(t.clientX,t.clientY),this._panDelta.subVectors(this._panEnd,this._panStart).multiplyScalar(this.panSpeed),this._pan(this._panDelta.x,this._panDelta.y),this._panStart.copy(this._panEnd),this.update()}_handleMouseWheel(t){this._updateZoomParameters(t.clientX,t.clientY),t.deltaY<0?this._dollyIn(this._getZoomScale(t.deltaY)):t.deltaY>0&&this._dollyOut(this._getZoomScale(t.deltaY)),this.update()}_handleKeyDown(t){let e=!1;switch(t.code){case this.keys.UP:t.ctrlKey||t.metaKey||t.shiftKey?this.enableRotate&&this._rotateUp(ri*this.keyRotateSpeed/this.domElement.clientHeight):this.enablePan&&this._pan(0,this.keyPanSpeed),e=!0;break;case this.keys.BOTTOM:t.ctrlKey||t.metaKey||t.shiftKey?this.enableRotate&&this._rotateUp(-ri*this.keyRotateSpeed/this.domElement.clientHeight):this.enablePan&&this._pan(0,-this.keyPanSpeed),e=!0;break;case this.keys.LEFT:t.ctrlKey||t.metaKey||t.shiftKey?this.enableRotate&&this._rotateLeft(ri*this.keyRotateSpeed/this.domElement.clientHeight):this.enablePan&&this._pan(this.keyPanSpeed,0),e=!0;break;case this.keys.RIGHT:t.ctrlKey||t.metaKey||t.shiftKey?this.enableRotate&&this._rotateLeft(-ri*this.keyRotateSpeed/this.domElement.clientHeight):this.enablePan&&this._pan(-this.keyPanSpeed,0),e=!0;break}e&&(t.preventDefault(),this.update())}_handleTouchStartRotate(t){if(this._pointers.length===1)this._rotateStart.set(t.pageX,t.pageY);else{let e=this._getSecondPointerPosition(t),n=.5*(t.pageX+e.x),s=.5*(t.pageY+e.y);this._rotateStart.set(n,s)}}_handleTouchStartPan(t){if(this._pointers.length===1)this._panStart.set(t.pageX,t.pageY);else{let e=this._getSecondPointerPosition(t),n=.5*(t.pageX+e.x),s=.5*(t.pageY+e.y);this._panStart.set(n,s)}}_handleTouchStartDolly(t){let e=this._getSecondPointerPosition(t),n=t.pageX-e.x,s=t.pageY-e.y,r=Math.sqrt(n*n+s*s);this._dollyStart.set(0,r)}_handleTouchStartDollyPan(t){this.enableZoom&&this._handleTouchStartDolly(t),this.enablePan&&this._handleTouchStartPan(t)}_handleTouchStartDollyRotate(t){this.enableZoom&&this._handleTouchStartDolly(t),this.enableRotate&&this._handleTouchStartRotate(t)}_handleTouchMoveRotate(t){if(this._pointers.length==1)this._rotateEnd.set(t.pageX,t.pageY);else{let n=this._getSecondPointerPosition(t),s=.5*(t.pageX+n.x),r=.5*(t.pageY+n.y);this._rotateEnd.set(s,r)}this._rotateDelta.subVectors(this._rotateEnd,this._rotateStart).multiplyScalar(this.rotateSpeed);let e=this.domElement;this._rotateLeft(ri*this._rotateDelta.x/e.clientHeight),this._rotateUp(ri*this._rotateDelta.y/e.clientHeight),this._rotateStart.copy(this._rotateEnd)}_handleTouchMovePan(t){if(this._pointers.length===1)this._panEnd.set(t.pageX,t.pageY);else{let e=this._getSecondPointerPosition(t),n=.5*(t.pageX+e.x),s=.5*(t.pageY+e.y);this._panEnd.set(n,s)}this._panDelta.subVectors(this._panEnd,this._panStart).multiplyScalar(this.panSpeed),this._pan(this._panDelta.x,this._panDelta.y),this._panStart.copy(this._panEnd)}_handleTouchMoveDolly(t){let e=this._getSecondPointerPosition(t),n=t.pageX-e.x,s=t.pageY-e.y,r=Math.sqrt(n*n+s*s);this._dollyEnd.set(0,r),this._dollyDelta.set(0,Math.pow(this._dollyEnd.y/this._dollyStart.y,this.zoomSpeed)),this._dollyOut(this._dollyDelta.y),this._dollyStart.copy(this._dollyEnd);let o=(t.pageX+e.x)*.5,a=(t.pageY+e.y)*.5;this._updateZoomParameters(o,a)}_handleTouchMoveDollyPan(t){this.enableZoom&&this._handleTouchMoveDolly(t),this.enablePan&&this._handleTouchMovePan(t)}_handleTouchMoveDollyRotate(t){this.enableZoom&&this._handleTouchMoveDolly(t),this.enableRotate&&this._handleTouchMoveRotate(t)}_addPointer(t){this._pointers.push(t.pointerId)}_removePointer(t){delete this._pointerPositions[t.pointerId];for(let e=0;e<this._pointers.length;e++)if(this._pointers[e]==t.pointerId){this._pointers.splice(e,1);return}}_isTrackingPointer(t){for(let e=0;e<this._pointers.length;e++)if(this._pointers[e]==t.pointerId)return!0;return!1}_trackPointer(t){let e=this._pointerPositions[t.pointerId];e===void 0&&(e=new pt,this._pointerPositions[t.pointerId]=e),e.set(t.pageX,t.pageY)}_getSecondPointerPosition(t){let e=t.pointerId===this._pointers[0]?this._pointers[1]:this._pointers[0];return this._pointerPositions[e]}_customWheelEvent(t){let e=t.deltaMode,n={clientX:t.clientX,clientY:t.clientY,deltaY:t.deltaY};switch(e){case 1:n.deltaY*=16;break;case 2:n.deltaY*=100;break}return t.ctrlKey&&!this._controlActive&&(n.deltaY*=10),n}};function dA(i){this.enabled!==!1&&(this._pointers.length===0&&(this.domElement.setPointerCapture(i.pointerId),this.domElement.ownerDocument.addEventListener("pointermove",this._onPointerMove),this.domElement.ownerDocument.addEventListener("pointerup",this._onPointerUp)),!this._isTrackingPointer(i)&&(this._addPointer(i),i.pointerType==="touch"?this._onTouchStart(i):this._onMouseDown(i),this._cursorStyle==="grab"&&(this.domElement.style.cursor="grabbing")))}function fA(i){this.enabled!==!1&&(i.pointerType==="touch"?this._onTouchMove(i):this._onMouseMove(i))}function pA(i){switch(this._removePointer(i),this._pointers.length){case 0:this.domElement.releasePointerCapture(i.pointerId),this.domElement.ownerDocument.removeEventListener("pointermove",this._onPointerMove),this.domElement.ownerDocument.removeEventListener("pointerup",this._onPointerUp),this.dispatchEvent(bx),this.state=Le.NONE,this._cursorStyle==="grab"&&(this.domElement.style.cursor="grab");break;case 1:let t=this._pointers[0],e=this._pointerPositions[t];this._onTouchStart({pointerId:t,pageX:e.x,pageY:e.y});break}}function mA(i){let t;switch(i.button){case 0:t=this.mouseButtons.LEFT;break;case 1:t=this.mouseButtons.MIDDLE;break;case 2:t=this.mouseButtons.RIGHT;break;default:t=-1}switch(t){case es.DOLLY:if(this.enableZoom===!1)return;this._handleMouseDownDolly(i),this.state=Le.DOLLY;break;case es.ROTATE:if(i.ctrlKey||i.metaKey||i.shiftKey){if(this.enablePan===!1)return;this._handleMouseDownPan(i),this.state=Le.PAN}else{if(this.enableRotate===!1)return;this._handleMouseDownRotate(i),this.state=Le.ROTATE}break;case es.PAN:if(i.ctrlKey||i.metaKey||i.shiftKey){if(this.enableRotate===!1)return;this._handleMouseDownRotate(i),this.state=Le.ROTATE}else{if(this.enablePan===!1)return;this._handleMouseDownPan(i),this.state=Le.PAN}break;default:this.state=Le.NONE}this.state!==Le.NONE&&this.dispatchEvent(Ip)}function gA(i){switch(this.state){case Le.ROTATE:if(this.enableRotate===!1)return;this._handleMouseMoveRotate(i);break;case Le.DOLLY:if(this.enableZoom===!1)return;this._handleMouseMoveDolly(i);break;case Le.PAN:if(this.enablePan===!1)return;this._handleMouseMovePan(i);break}}function _A(i){this.enabled===!1||this.enableZoom===!1||this.state!==Le.NONE||(i.preventDefault(),this.dispatchEvent(Ip),this._handleMouseWheel(this._customWheelEvent(i)),this.dispatchEvent(bx))}function xA(i){this.enabled!==!1&&this._handleKeyDown(i)}function yA(i){switch(this._trackPointer(i),this._pointers.length){case 1:switch(this.touches.ONE){case ns.ROTATE:if(this.enableRotate===!1){this.state=Le.NONE;break}this._handleTouchStartRotate(i),this.state=Le.TOUCH_ROTATE;break;case ns.PAN:if(this.enablePan===!1){this.state=Le.NONE;break}this._handleTouchStartPan(i),this.state=Le.TOUCH_PAN;break;default:this.state=Le.NONE}break;case 2:switch(this.touches.TWO){case ns.DOLLY_PAN:if(this.enableZoom===!1&&this.enablePan===!1)return;this._handleTouchStartDollyPan(i),this.state=Le.TOUCH_DOLLY_PAN;break;case ns.DOLLY_ROTATE:if(this.enableZoom===!1&&this.enableRotate===!1)return;this._handleTouchStartDollyRotate(i),this.state=Le.TOUCH_DOLLY_ROTATE;break;default:this.state=Le.NONE}break;default:this.state=Le.NONE}this.state!==Le.NONE&&this.dispatchEvent(Ip)}function vA(i){switch(this._trackPointer(i),this.state){case Le.TOUCH_ROTATE:if(this.enableRotate===!1)return;this._handleTouchMoveRotate(i),this.update();break;case Le.TOUCH_PAN:if(this.enablePan===!1)return;this._handleTouchMovePan(i),this.update();break;case Le.TOUCH_DOLLY_PAN:if(this.enableZoom===!1&&this.enablePan===!1)return;this._handleTouchMoveDollyPan(i),this.update();break;case Le.TOUCH_DOLLY_ROTATE:if(this.enableZoom===!1&&this.enableRotate===!1)return;this._handleTouchMoveDollyRotate(i),this.update();break;default:this.state=Le.NONE}}function SA(i){this.enabled!==!1&&i.preventDefault()}function MA(i){i.key==="Control"&&(this._controlActive=!0,this.domElement.ownerDocument.addEventListener("keyup",this._interceptControlUp,{passive:!0,capture:!0}))}function bA(i){i.key==="Control"&&(this._controlActive=!1,this.domElement.ownerDocument.removeEventListener("keyup",this._interceptControlUp,{passive:!0,capture:!0}))}var wx=28,Ex=46,Uu=class extends EventTarget{constructor(t,{planar:e,up:n,size:s}){super(),this.canvas=t,this.planar=e,this.up=n,this.size=s,this.renderer=new hu({canvas:t,antialias:!ec()}),this.renderer.setPixelRatio(Math.min(devicePixelRatio,2)),this.scene=new Ua,this.camera=e?new Rr(-1,1,1,-1):new jn(wx),this.camera.up.copy(n),this.scene.add(this.camera),this.addLights(),this.controls=new Nu(this.camera,t),this.controls.zoomToCursor=!0,e&&(this.controls.enableRotate=!1,this.controls.mouseButtons.LEFT=es.PAN,this.controls.touches.ONE=ns.PAN),this.controls.addEventListener("change",()=>this.invalidate()),this.frames=0,this.meter=new Jo,this.pending=!1,this.before=[],new ResizeObserver(()=>this.resize()).observe(t.parentElement),this.resize()}addLights(){this.sky=new nl(16777215,9080724,1.9),this.sky.position.copy(this.up),this.sun=new sl(16777215,1.9),this.sun.position.set(-.5,.8,1),this.camera.add(this.sun),this.camera.add(this.sun.target),this.sun.target.position.set(0,0,-1),this.scene.add(this.sky)}invalidate(){this.pending||(this.pending=!0,requestAnimationFrame(()=>this.draw()))}draw(){let t=performance.now();this.pending=!1,this.before.forEach(e=>e()),this.renderer.render(this.scene,this.camera),this.frames+=1,this.opened??=performance.now(),this.dispatchEvent(new Event("drawn")),this.meter.add(performance.now()-t)}resize(){let{clientWidth:t,clientHeight:e}=this.canvas.parentElement;if(t===0||e===0)return;let n=this.aspect;Object.assign(this,{width:t,height:e}),this.aspect=t/e,this.renderer.setSize(t,e,!1),this.planar?this.setOrthographic():this.camera.aspect=this.aspect,this.camera.setViewOffset(t,e,0,-Ex/2,t,e),this.camera.updateProjectionMatrix(),this.fitted&&n!==this.aspect&&this.fit(this.fitted.points,this.fitted.direction),this.invalidate()}setOrthographic(){let t=this.half??1;Object.assign(this.camera,{left:-t*this.aspect,right:t*this.aspect,top:t,bottom:-t})}fit(t,e=this.direction()){this.fitted={points:t,direction:e.clone()};let n=e.clone().normalize(),s=new C().crossVectors(this.up,n);s.length()<1e-6&&s.copy(Br(this.up)),s.normalize();let r=new C().crossVectors(n,s),o=m=>{let g=t.map(S=>S.dot(m));return[Math.min(...g),Math.max(...g)]},[[a,l],[c,h],[u,d]]=[s,r,n].map(o),f=new C().addScaledVector(s,(a+l)/2).addScaledVector(r,(c+h)/2).addScaledVector(n,(u+d)/2),p=this.planar?this.fitPlane(Math.max((l-a)/this.aspect,this.crowded*(h-c)),d-u):this.fitSpace(t,f,[s,r,n]);this.controls.target.copy(f),this.camera.position.copy(f).addScaledVector(n,p);let y=p+50*this.size+10*(d-u);Object.assign(this.camera,{near:this.planar?.001*p:.004*p,far:y}),this.camera.updateProjectionMatrix(),this.controls.update(),this.invalidate()}get crowded(){return this.height/Math.max(this.height-Ex,1)}fitPlane(t,e){return this.half=.5*1.16*(t>0?t:this.size),this.camera.zoom=1,this.setOrthographic(),10*this.size+e}fitSpace(t,e,[n,s,r]){let o=Math.tan(wx/360*Math.PI)/1.16,a=.5*this.size;for(let l of t){let c=l.clone().sub(e),h=Math.max(this.crowded*Math.abs(c.dot(s)),Math.abs(c.dot(n))/this.aspect)/o;a=Math.max(a,c.dot(r)+h)}return a}direction(){return this.camera.position.clone().sub(this.controls.target).normalize()}shift(t){this.camera.position.add(t),this.controls.target.add(t),this.camera.updateMatrixWorld()}project(t){return t.project(this.camera),t.z<=1&&t.z>=-1?(t.set((.5+.5*t.x)*this.width,(.5-.5*t.y)*this.height,0),!0):!1}setColors(t,e){this.scene.background=new ae(t),this.sky.groundColor.set(e?4870744:9080724),this.sky.intensity=e?1.6:1.9,this.invalidate()}};var[Fu,Tx,Ou,Lp,Ax,Bu,cr,Dp]=Array.from({length:8},()=>new C),Rx=[0,0,0],zu=class{constructor(t,e){this.run=t,this.list=t.forces.filter(r=>r.ends.length===2),this.pieces=this.list.length>60?1:this.list.length>20?24:56,this.radius=.016*e,this.width=.003*e,this.material=new Gn({color:"#6b7680"});let n=this.pieces>1?5:3,s=new Hn(1,1,1,n,1,!0).translate(0,.5,0);this.mesh=Fr(s,this.material,this.list.length*this.pieces)}update(){this.list.forEach((t,e)=>{let[n,s]=t.ends;Fu.fromArray(We(this.run.pose,n.body,n.point,Rx)),Tx.fromArray(We(this.run.pose,s.body,s.point,Rx)),this.coil(e)}),this.mesh.instanceMatrix.needsUpdate=!0}coil(t){Ou.subVectors(Tx,Fu);let e=Ou.length();cr.copy(Ou).normalize(),Lp.set(Math.abs(cr.x)<.8?1:0,Math.abs(cr.x)<.8?0:1,0).cross(cr).normalize(),Ax.crossVectors(cr,Lp);let n=Math.min(this.radius,.2*e),s=this.mesh.instanceMatrix.array;Bu.copy(Fu);for(let r=1;r<=this.pieces;r++){let o=r/this.pieces,a=o>.08&&o<.92?n:0,l=2*Math.PI*7*(o-.08)/.84;cr.copy(Fu).addScaledVector(Ou,o).addScaledVector(Lp,a*Math.cos(l)).addScaledVector(Ax,a*Math.sin(l)),Dp.subVectors(cr,Bu);let c=Dp.length();Or(Bu,Dp,c,this.width,c,s,16*(t*this.pieces+r-1)),Bu.copy(cr)}}};var ku=[["joints","Joints",!0],["springs","Springs",!0],["ground","Grid",!0],["names","Names of bodies",!1],["axes","Axes",!1],["reactions","Forces of joints",!1],["moments","Moments of joints and motors",!1],["loads","Springs and given loads",!1],["weights","Weights",!1]],Np=new C,wA=new C,Vu=class{constructor(t,e,n){this.runs=e,this.main=e[0];let s=bp(e.map(Tu)),r=ux(this.main);this.extent=s,this.stage=new Uu(t,{planar:this.main.planar,up:r,size:s.size}),this.solids=e.map(h=>new yu(h,s.size)),this.joints=new Eu(this.main,s.size),this.rods=new Lu(this.main,s.size),this.springs=new zu(this.main,s.size),this.arrows=new bu(this.main,s.size),this.axes=new wu(this.main,s.size),this.ground=new Ru({planar:this.main.planar,up:r,box:s.box,size:s.size}),this.planes=new Iu(this.main,s),this.traces=new Su(e);let{scene:o}=this.stage;this.solids.forEach(h=>o.add(h.group)),o.add(this.joints.group,this.rods.mesh,this.springs.mesh,this.arrows.group,this.axes.lines,this.ground.lines,this.planes.group,this.traces.group),this.labels=new Cu(this.stage,this.main,this.solids[0],this.joints,n);let{arrows:a,ground:l}=this,c=Object.fromEntries(ku);this.measures=new Pu(this.stage,{ground:l,arrows:a,planar:this.main.planar,labels:c},n),this.shown=Object.fromEntries(ku.map(([h,,u])=>[h,u])),this.main.joints.length>400&&this.show("joints",!1),this.followed=s.travels?"all":"none",this.kept=new C,this.isKept=!1,this.time=this.main.start,this.stage.before.push(()=>this.prepare()),this.stage.addEventListener("drawn",()=>{this.labels.update(),this.measures.update()}),this.best=dx(this.main,r),this.moveTo(this.time),this.fit(this.best)}moveTo(t){this.time=t,this.stage.invalidate()}prepare(){this.runs.forEach(t=>t.moveTo(this.time)),this.solids.forEach(t=>t.update()),this.joints.group.visible&&this.joints.update(this.solids[0].matrices),this.rods.update(),this.springs.mesh.visible&&this.springs.update(),this.arrows.update(),this.axes.update(),this.traces.update(this.time),this.keepUp()}keepUp(){let t=this.isKept;this.isKept=this.findFollowed(Np),t&&this.isKept&&this.stage.shift(wA.subVectors(Np,this.kept)),this.kept.copy(Np)}findFollowed(t){let e=this.main.bodies.length;if(this.followed==="none"||e===0)return!1;let{pose:n}=this.main,s=Number(this.followed),[r,o]=this.followed==="all"?[0,e]:[s,s+1];t.set(0,0,0);for(let a=r;a<o;a++)t.x+=n[7*a],t.y+=n[7*a+1],t.z+=n[7*a+2];return t.divideScalar(o-r),Number.isFinite(t.x+t.y+t.z)}follow(t){this.followed=t,this.isKept=!1,this.stage.invalidate()}show(t,e){this.shown[t]=e,t==="joints"?this.joints.group.visible=e:t==="springs"?this.springs.mesh.visible=e:t==="ground"?this.ground.lines.visible=this.planes.group.visible=e:t==="names"?this.labels.show(e):t==="axes"?this.axes.lines.visible=e:this.arrows.show(t,e),this.stage.invalidate()}setArrowScale(t){this.arrows.factor=t,this.stage.invalidate()}renew(){let{box:t}=this.extent;this.extent=bp(this.runs.map(Tu)),this.traces.renew(),this.followed==="none"&&!t.clone().expandByScalar(.02*this.extent.size).containsBox(this.extent.box)&&this.fit(),this.stage.invalidate()}fit(t){this.isKept=!1,this.stage.fit(this.followed==="none"?this.extent.whole:this.presentPoints(),t)}spot(t){let e=this.main.joints.find(o=>o.name===t),n=new C(...We(this.main.pose,e.bodies[1],e.points[1],[0,0,0])),{left:s,top:r}=this.stage.canvas.getBoundingClientRect();return this.stage.project(n)?{x:s+n.x,y:r+n.y}:null}presentPoints(){this.runs.forEach(e=>e.moveTo(this.time));let{clouds:t}=Tu({...EA(this.main),frames:{count:1},poseAt:(e,n,s,r)=>r.set(this.main.pose)});return t[0].length?t[0]:this.extent.whole}reach(){let{camera:t}=this.stage;t.updateMatrixWorld();let e=this.presentPoints().map(n=>n.clone().project(t));return Math.max(...e.map(n=>Math.max(Math.abs(n.x),Math.abs(n.y))))}look(t){let{up:e}=this.stage,n=Br(e),s=new C().crossVectors(n,e),r=e.clone().addScaledVector(s,.001);this.fit({front:s,side:n,above:r,best:this.best}[t])}setTheme(t){let e=t.name==="dark";this.stage.setColors(t.color("--stage"),e),this.ground.setColors(t.color("--grid"),e),this.springs.material.color.set(e?"#aab4bc":"#5f6a73"),[this.joints,this.rods,this.planes].forEach(n=>n.setTheme(e))}};function EA(i){return{bodies:i.bodies,joints:i.joints,forces:i.forces}}var TA=[["best","Best"],["front","Front"],["side","Side"],["above","Above"]],Hu=class{constructor(t){this.view=t,this.fillShow(),this.fillCamera(),this.fillTrace(),document.getElementById("fit-button").addEventListener("click",()=>t.fit());let e=[...document.querySelectorAll("details.menu")];document.addEventListener("pointerdown",n=>e.filter(s=>!s.contains(n.target)).forEach(s=>s.open=!1)),document.addEventListener("keydown",n=>n.key==="Escape"&&e.forEach(s=>s.open=!1))}fillShow(){let{view:t}=this,e=document.getElementById("show-list"),n=t.main,s={springs:t.springs.list.length===0,loads:n.forces.length===0,weights:!n.model.gravity.some(o=>o!==0),reactions:t.arrows.acting.length===0,moments:!t.arrows.hasMoments,joints:n.joints.length===0};this.boxes={};for(let[o,a]of ku){if(s[o])continue;let l=Dt("input",{type:"checkbox","data-layer":o,onchange:()=>t.show(o,l.checked)});l.checked=t.shown[o],this.boxes[o]=l,e.append(Dt("label",{class:"check"},l,` ${a}`))}let r=Dt("input",{type:"range",min:"-1.5",max:"1.5",step:"0.05",value:"0","aria-label":"Length of arrows"});r.addEventListener("input",()=>t.setArrowScale(10**Number(r.value))),e.append(Dt("label",{class:"stack"},"Length of arrows",r))}toggle(t){this.boxes[t]?.click()}fillCamera(){let{view:t}=this,e=document.getElementById("camera-views");t.main.planar&&(e.hidden=!0),TA.forEach(([n,s])=>e.append(Dt("button",{type:"button",onclick:()=>t.look(n)},s))),this.follow=document.getElementById("follow"),this.follow.append(Dt("option",{value:"none"},"nothing"),Dt("option",{value:"all"},"the mechanism")),t.main.bodies.forEach((n,s)=>this.follow.append(Dt("option",{value:s},n.name))),this.follow.value=t.followed,this.follow.addEventListener("change",()=>t.follow(this.follow.value))}fillTrace(){let t=document.getElementById("trace"),{bodies:e,joints:n}=_p(this.view.main),s=(r,o)=>{let a=o.filter(l=>l.body>=0).map(l=>Dt("option",{value:l.id},l.label));return Dt("optgroup",{label:r},...a)};t.append(Dt("option",{value:""},"choose \u2026"),s("Centres of mass",e),s("Joint points",n)),t.addEventListener("change",()=>{t.value&&!this.view.traces.has(t.value)&&this.toggleTrace(t.value),t.value=""})}toggleTrace(t){let{traces:e}=this.view;e.toggle(t);let n=s=>Dt("li",{style:`--color: ${s.color}`},s.label,Dt("button",{type:"button","aria-label":`Stop tracing ${s.label}`,onclick:()=>this.toggleTrace(s.id)},"\xD7"));document.getElementById("trace-list").replaceChildren(...e.chosen().map(n)),this.view.stage.invalidate()}traceOne(){let{view:t}=this,e=Number(t.followed),n=Number.isInteger(e)?e:t.labels.found?.body??t.main.bodies.length-1;t.main.bodies.length>0&&this.toggleTrace(`b${n}`)}};var Up=120,Gu=class{constructor(t){this.dialog=document.getElementById("picker"),this.owners=Ig(t),this.total={shown:t.columns.names.length+1,of:t.columns.of},this.search=Dt("input",{type:"search",placeholder:"Search, for example crank.x or energy","aria-label":"Search columns"}),this.list=Dt("div",{class:"owners"});let e=Dt("button",{type:"button",class:"primary",onclick:()=>this.dialog.close()},"Done");this.dialog.append(Dt("div",{class:"dialog-bar"},this.search,e),this.list),this.search.addEventListener("input",()=>this.fill()),this.dialog.addEventListener("click",n=>n.target===this.dialog&&this.dialog.close())}open(t){this.card=t,this.search.value="",this.fill(),this.dialog.showModal(),this.search.focus()}fill(){let t=this.search.value.trim().toLowerCase(),e=r=>t===""||r.owner.toLowerCase().includes(t)||r.columns.some(o=>o.name.toLowerCase().includes(t)),n=this.owners.filter(e);this.list.replaceChildren();let s="";for(let r of n.slice(0,Up))r.kind!==s&&this.list.append(Dt("h3",{},s=r.kind)),this.list.append(this.row(r,t));n.length===0&&this.list.append(Dt("p",{class:"note"},"No column has this in its name.")),n.length>Up&&this.list.append(Dt("p",{class:"note"},`${n.length-Up} more; type a part of the name to find them.`)),this.total.shown<this.total.of&&this.list.append(Dt("p",{class:"note"},`The page has ${this.total.shown} of ${this.total.of} columns; the trajectory file has all of them.`))}row(t,e){let n=t.columns.filter(o=>o.name.toLowerCase().includes(e)),s=t.owner.toLowerCase().includes(e)||n.length===0?t.columns:n,r=({name:o,component:a})=>{let l=Dt("button",{type:"button","aria-pressed":String(this.card.names.includes(o)),"aria-label":o},a);return l.addEventListener("click",()=>{this.card.toggle(o),l.setAttribute("aria-pressed",String(this.card.names.includes(o)))}),l};return Dt("div",{class:"owner"},Dt("span",{title:Jl(t.columns[0].name)[0]},t.owner),Dt("div",{},...s.map(r)))}};function AA(i,t,e){let n=[void 0,[7,4],[2,3],[9,3,2,3]];return i.filter(s=>s.columns.get(t)!==null).map(s=>({label:i.length>1?`${t} \xB7 ${s.name}`:t,name:t,color:e,dash:n[s.index%n.length],...Kl(s,t),scale:Nd(s,t),times:s.columns.timesOf(t),values:s.columns.get(t)}))}function RA(){return Math.round(Math.min(Math.max((innerHeight-170)/3-82,180),300))}var Fp=class{constructor(t,e){this.plots=t,this.names=e,this.host=Dt("div",{class:"panel plot"}),this.body=Dt("div",{});let n=Dt("button",{type:"button",class:"choose",onclick:()=>t.picker.open(this)},"Columns \u2026"),s=Dt("button",{type:"button",class:"quiet",title:"Show all of the time",onclick:()=>this.chart?.build()},"Whole time"),r=Dt("button",{type:"button",class:"quiet","aria-label":"Remove this plot",onclick:()=>t.remove(this)},"\xD7");this.host.append(Dt("div",{class:"plot-bar"},n,s,Dt("span",{class:"space"}),r),this.body),this.draw()}draw(){this.chart?.destroy(),this.body.replaceChildren();let{runs:t,theme:e,player:n}=this.plots,s=this.names.flatMap((o,a)=>AA(t,o,e.line(a))),r=o=>this.toggle(s.find(a=>a.label===o).name);this.chart=new oo(this.body,{lines:s,height:RA(),theme:e,player:n,onRemove:r}),this.host.dataset.columns=this.names.join(" ")}toggle(t){this.plots.isUsers=!0,this.names=this.names.includes(t)?this.names.filter(e=>e!==t):[...this.names,t],this.draw()}},Wu=class{constructor(t,e,n,s){Object.assign(this,{runs:t,player:e,theme:n,picker:s}),this.list=document.getElementById("plot-list"),this.cards=[],this.isUsers=!1,this.renew(),document.getElementById("add-plot").addEventListener("click",()=>{this.isUsers=!0,s.open(this.add([]))}),n.addEventListener("change",()=>this.cards.forEach(r=>r.draw()))}add(t){let e=new Fp(this,t);return this.cards.push(e),this.list.append(e.host),e.chart.fill(),e}renew(){let t=this.isUsers?[]:Lg(this.runs[0]);this.isUsers||JSON.stringify(t)===JSON.stringify(this.cards.map(e=>e.names))||(this.cards.forEach(e=>this.remove(e)),this.isUsers=!1,t.forEach(e=>this.add(e)))}remove(t){this.isUsers=!0,t.chart.destroy(),t.host.remove(),this.cards=this.cards.filter(e=>e!==t)}};function Cx(i,t){let e=document.getElementById("still");addEventListener("beforeprint",()=>{t.force("light"),i.stage.draw(),e.src=i.stage.canvas.toDataURL("image/png")}),addEventListener("afterprint",()=>{e.removeAttribute("src"),t.force(null)})}var CA='<svg viewBox="0 0 16 16" aria-hidden="true"><path d="M4 2.5v11l9.5-5.5z"/></svg>',PA='<svg viewBox="0 0 16 16" aria-hidden="true"><path d="M3.5 2.5h3v11h-3zM9.5 2.5h3v11h-3z"/></svg>',Xu=class{constructor(t){this.player=t;let e=n=>document.getElementById(n);Object.assign(this,{button:e("play-button"),scrub:e("scrub"),clock:e("clock"),speed:e("speed"),loop:e("loop")}),this.scrub.min=t.start,this.button.addEventListener("click",()=>t.toggle()),this.scrub.addEventListener("input",()=>t.seek(Number(this.scrub.value))),this.speed.addEventListener("change",()=>t.setSpeed(Number(this.speed.value))),this.loop.addEventListener("change",()=>t.setLoop(this.loop.checked)),t.speeds().forEach(n=>this.offer(n)),t.addEventListener("time",()=>this.showTime()),t.addEventListener("state",()=>this.showState()),this.showTime(),this.showState()}offer(t){this.speed.append(Dt("option",{value:String(t)},`${t>=1e-4&&t<1e5?t:t.toExponential(0)}\xD7`))}showTime(){let{time:t,end:e,span:n}=this.player;this.scrub.max=e,this.scrub.disabled=this.button.disabled=!(n>0),this.scrub.value=t,this.scrub.style.setProperty("--done",`${n>0?100*(t-this.player.start)/n:0}%`),this.clock.textContent=`${tc(t,n)} / ${tc(e,n)} s`,this.scrub.setAttribute("aria-valuetext",`${tc(t,n)} seconds`)}showState(){let{playing:t,speed:e,loop:n}=this.player;this.button.dataset.playing!==String(t)&&(this.button.dataset.playing=String(t),this.button.innerHTML=t?PA:CA,this.button.setAttribute("aria-label",t?"Pause":"Play")),[...this.speed.options].some(s=>Number(s.value)===e)||this.offer(e),this.speed.value=String(e),this.loop.checked=n}};var Ls=i=>document.getElementById(i);function IA(i){try{let[t,e,n,s,r]=["tags","hover","triad","scale","arrow-key"].map(Ls);return new Vu(Ls("canvas"),i,{tags:t,hover:e,triad:n,scale:s,arrowKey:r})}catch(t){return Ls("view").replaceChildren(Dt("p",{class:"note"},`This browser cannot draw in three dimensions (${t.message}). The plots work without.`)),null}}function LA(i){let{runs:t}=i;if(Ls("title").textContent=i.title,Ls("subtitle").textContent=t.length>1?`${t.length} runs: ${t.map(n=>n.name).join(", ")}`:zg(t[0]),Ls("footer").textContent=`${i.program} \xB7 drawn with three.js and uPlot (both MIT licence)`,t.length<2)return;let e=Ls("run-key");e.hidden=!1,t.forEach(n=>e.append(Dt("li",{style:`--color: ${n.index?El(n,0):"var(--ink)"}`},n.name)))}function DA(i){let t=()=>document.documentElement.style.setProperty("--head",`${Math.ceil(i.offsetHeight)}px`);new ResizeObserver(t).observe(i),t()}function NA(){let i=Dg(),{runs:t}=i,e=new _u(Ls("theme-button")),n=new Au(Math.min(...t.map(l=>l.start)),Math.max(...t.map(l=>l.end)));LA(i),DA(document.querySelector(".top"));let s=window.LINKWORK_LIVE,r=IA(t);new Xu(n);let o=new Wu(t,n,e,new Gu(t[0])),a=new nc(t,n,e);Px(t),r&&UA(r,n,e,!s),s&&Vg(s,{runs:t,player:n,show:()=>{o.renew(),[...o.cards,a].forEach(c=>c.draw()),Px(t),r?.renew()}}),window.linkwork=FA(r,n,e,o)}function Px(i){Ls("thinned").textContent=kg(i[0]),Og(i),Bg(i),Fg(i)}function UA(i,t,e,n){let s=new Hu(i);new sc({player:t,view:i,menus:s,theme:e}),Cx(i,e),t.addEventListener("time",()=>i.moveTo(t.time)),e.addEventListener("change",()=>i.setTheme(e)),i.setTheme(e),n&&!matchMedia("(prefers-reduced-motion: reduce)").matches&&t.play()}function FA(i,t,e,n){return{state:()=>({time:t.time,start:t.start,end:t.end,playing:t.playing,speed:t.speed,theme:e.name,frames:i?.stage.frames??0,opened:i?.stage.opened,pose:i?Array.from(i.main.pose.subarray(0,7*Math.min(i.main.bodies.length,50))):[],camera:i?[...i.stage.camera.position.toArray(),i.stage.camera.zoom]:[],cost:i&&{script:t.meter.median()+i.stage.meter.median(),calls:i.stage.renderer.info.render.calls,triangles:i.stage.renderer.info.render.triangles},shown:i?.shown??{},traces:i?.traces.list.length??0,plots:n.cards.map(s=>({columns:s.names,labels:s.chart.plot.axes.map(r=>r.label),range:[s.chart.plot.scales.x.min,s.chart.plot.scales.x.max],values:s.chart.entries.map(r=>r.value.textContent)}))}),play:()=>t.play(),pause:()=>t.pause(),seek:s=>t.seek(s),draw:()=>i?.stage.draw(),spot:s=>i?.spot(s),rods:()=>i?.rods.ends(),reach:()=>i?.reach(),span:s=>n.runs[0].columns.span(s)}}NA();})();
