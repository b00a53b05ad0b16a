@echo off
rem For Windows: java -jar lib\tlsbench.jar from the unpacked tarball. Java's own options go into JAVA_OPTS.
setlocal DisableDelayedExpansion
set "java=java"
if defined JAVA_HOME set "java=%JAVA_HOME%\bin\java.exe"
set "jar=%~dp0..\lib\tlsbench.jar"
if not exist "%jar%" (
  echo tlsbench: "%jar%" is missing; this file belongs to the tarball that mvn package -Ptarball makes>&2
  exit /b 2
)
"%java%" %JAVA_OPTS% -jar "%jar%" %*
exit /b %ERRORLEVEL%
